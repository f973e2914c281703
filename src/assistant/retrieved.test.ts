import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRetrieved, sectionUrl } from './retrieved.ts';
import { sectionMarkdown } from './section-markdown.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

test('A section is led to by its fragment, or as docsify has it where the page is a fragment itself', () => {
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: 'b' }), 'https://a.dev/x#b');
  assert.equal(sectionUrl({ url: 'https://a.dev/x' }, { anchor: null }), 'https://a.dev/x');
  assert.equal(sectionUrl({ url: 'https://a.dev/#/x' }, { anchor: 'b' }), 'https://a.dev/#/x?id=b');
});

test('A page is called by its version only where the docs have several', () => {
  const page = { path: 'run', url: '/run', title: 'Run', version: 'v2', language: null };
  const section = {
    sectionId: 1,
    anchor: 'now',
    heading: 'Now',
    headingPath: ['Run', 'Now'],
    text: 'Run it.',
  };
  const titles = (versions: string[]) =>
    createRetrieved(versions)
      .addPage(page, [section])
      .map(({ title }) => title);
  assert.deepEqual(titles(['v2']), ['Run › Now']);
  assert.deepEqual(titles(['v1', 'v2']), ['Run › Now (v2)']);
});

test('Of equal headings a section is the one that it is like; a heading without an anchor is not the opening', () => {
  const log = [
    '## 2.0',
    '### Fixes',
    '- Ports ([#7](https://x.dev/7))',
    '## 1.0',
    '### Fixes',
    '- Hosts `a`',
  ];
  const page = { title: 'History', markdown: `# History\n\nAll of it.\n\n${log.join('\n\n')}` };
  const fixes = { anchor: 'fixes-1', heading: 'Fixes' };
  assert.equal(sectionMarkdown(page, { ...fixes, text: 'Hosts a' }), '- Hosts `a`');
  assert.equal(sectionMarkdown(page, { ...fixes, text: 'Something else' }), undefined);
  assert.equal(sectionMarkdown(page, { anchor: null, heading: 'History', text: 'All of it.' }), 'All of it.');
  assert.equal(sectionMarkdown(page, { anchor: null, heading: 'Tip', text: 'A tip' }), undefined);
});

test('What asks nothing and what only tells changes is not suggested, and a long suggestion ends with a word', () => {
  const found = (path: string, heading: string, score = 1) => ({
    id: path,
    url: `/${path}`,
    title: heading,
    page: { path, url: `/${path}`, title: `Page ${path}`, version: null, language: null },
    section: { sectionId: 1, anchor: 'a', heading, text: '', score },
  });
  const long = 'Custom headers and credentials '.repeat(9).trim();
  const texts = suggestFollowUps(
    { headingsAround: () => [] },
    [found('cited', 'Ports')],
    [
      found('api', '200'),
      found('changelog', 'Fixes'),
      found('see', 'See also'),
      found('cli', 'Examples'),
      found('cli2', 'Synopsis'),
      found('long', long),
      found('b', 'Hosts'),
    ],
  ).map(({ text }) => text);
  assert.equal(texts.length, 2);
  assert.match(texts[0]!, /^Page long: Custom [\w ]+ (?:headers|and|credentials|Custom)…$/);
  assert.equal(texts[1], 'Page b: Hosts');
});
