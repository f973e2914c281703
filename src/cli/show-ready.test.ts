import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showReady } from './show-ready.ts';

test('what a server says when it is ready tells how to connect a model, or which one answers', (t) => {
  const log = t.mock.method(console, 'log', () => {});
  const said = (
    models: string[],
    {
      keys = null,
      creditsPerMonth = null,
      host = 'localhost',
      askPage = undefined as string | undefined,
    }: {
      keys?: { assistantKey: string; adminKey: string } | null;
      creditsPerMonth?: number | null;
      host?: string;
      askPage?: string;
    } = {},
  ) => {
    showReady({
      url: 'http://localhost:3000',
      project: {
        id: 'prj_1',
        domain: 'docs',
        sources: [{ kind: 'folder', path: '/docs' }],
        settings: { askPageKey: 'svc_dsc_page' },
      } as never,
      keys,
      setupLink: null,
      askPage,
      deployed: { pages: 5, sections: 9, added: 5, changed: 0, removed: 0, unchanged: 0 } as never,
      asJson: false,
      models,
      retentionDays: null,
      creditsPerMonth,
      host,
    });
    return String(log.mock.calls.at(-1)?.arguments[0]);
  };
  const connect =
    /\n {2}Answered by +excerpts of the docs; connect a model: DOCENT_MODEL=.* (?:npx )?docent serve\n/;
  assert.match(said(['extractive']), connect);
  assert.match(
    said(['openai/m', 'extractive']),
    /Answered by +openai\/m, then extractive \(DOCENT_MODEL\)\n/,
  );
  assert.match(said(['openai/m']), /\n {2}Answers +no monthly limit, .*\(DOCENT_CREDITS_PER_MONTH\)\n/);
  assert.match(said(['openai/m'], { creditsPerMonth: 500 }), /\n {2}Answers +at most 500 per month/);
  assert.doesNotMatch(said(['extractive']), /<script|Answers {2}/);
  const askPage = 'http://localhost:3000/ask/docs';
  assert.doesNotMatch(said(['extractive']), /listens on|public page/);
  assert.match(said(['extractive'], { askPage }), /The public page is open: anyone on this machine/);
  assert.match(said(['extractive'], { askPage }), /"Authorization: Bearer svc_dsc_page"/);
  assert.match(said(['extractive']), /Set DOCENT_ASSISTANT_KEY to a key of/);
  assert.match(
    said(['extractive'], { askPage, host: '0.0.0.0' }),
    /listens on every address .*DOCENT_HOST[^]*The public page is open: anyone who can reach http/,
  );
  assert.match(
    said(['extractive'], { keys: { assistantKey: 'svc_dsc_1', adminKey: 'svc_1' } }),
    /<script src="http:\/\/localhost:3000\/widget\.js" data-domain="docs" data-key="svc_dsc_1" defer><\/script>/,
  );
});
