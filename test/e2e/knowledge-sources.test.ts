// What a team knows beside its docs: documents and answered discussions, found, cited and kept from others.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findAlerts } from '../../src/notify/alerts.ts';
import { findOrganizationBySlug } from '../../src/store/organizations.ts';
import { findSourceToken } from '../../src/store/source-tokens.ts';
import { ask as answerOf } from '../helpers/ask.ts';
import { ask, update } from '../helpers/deployments.ts';
import { pdfOf } from '../helpers/documents.ts';
import { githubDialect, startKnowledgeServer } from '../helpers/knowledge-servers.ts';
import { temporaryFolder } from '../helpers/repository.ts';
import { startServer } from '../helpers/server.ts';

test('documents and discussions are cited as what they are, behind docs, and to their readers alone', async (t) => {
  const github = await startKnowledgeServer(t, githubDialect);
  github.entries = [
    {
      id: 7,
      title: 'Why does the kraken sleep?',
      text: 'The kraken sleeps because of the barometer, says @octo-cat.',
      at: '2026-03-03T10:00:00Z',
    },
    {
      id: 8,
      title: 'Set the proxy',
      text: 'The proxy is set in harbour.toml with care.',
      at: '2026-03-04T10:00:00Z',
    },
  ];
  const folder = await temporaryFolder(t);
  await writeFile(
    join(folder, 'manual.pdf'),
    pdfOf([
      [
        [20, 'Manual'],
        [10, 'About ships.'],
        [10, 'More about ships.'],
      ],
      [
        [14, 'Sextant'],
        [10, 'The sextant measures the angle of a star above the horizon.'],
      ],
    ]),
  );
  const server = await startServer({
    docs: { 'proxy.md': '# Set the proxy\n\nThe proxy is set in harbour.toml with care.\n' },
    settings: {
      DOCENT_FOLDERS: folder,
      DOCENT_PRIVATE_HOSTS: '127.0.0.1',
      DOCENT_SECRET_KEY: 'k'.repeat(40),
    },
  });
  t.after(() => server.close());
  const project = `/manage/v1/projects/${server.projectId}`;
  const { body: before } = await ask(server, 'GET', project);
  const discussions = { kind: 'github', url: github.source, what: ['discussions'] };
  const documents = { kind: 'files', folder, baseUrl: 'https://files.example.com' };
  const sources = [...before.sources, { ...discussions, token: github.token }, documents];

  const check = '/manage/v1/organizations/default/sources/check';
  const refused = await ask(server, 'POST', check, { source: { ...discussions, token: 'wrong' } });
  assert.deepEqual([refused.status, refused.body.code], [400, 'source_unreachable']);
  assert.match((await ask(server, 'POST', check, { source: sources[1] })).body.found, /^GitHub answers/);

  const changed = await ask(server, 'PATCH', project, { sources });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.ok(!JSON.stringify(changed.body).includes(github.token), 'a token is never returned');
  const { store } = server.app;
  assert.equal(await findSourceToken(store, server.projectId, discussions as never), github.token);
  const rows = await store.db.selectFrom('sourceTokens').selectAll().execute();
  assert.ok(rows.length === 1 && rows[0]!.token.startsWith('sealed:'), 'and stored sealed');
  const updated = await update(server);
  assert.equal(updated.status, 'success', updated.summary);

  const sextant = await answerOf(server, 'What does the sextant measure?');
  assert.match(sextant.text, /https:\/\/files\.example\.com\/manual\.pdf#page=2/);
  assert.match(sextant.body, /Manual[^"]* \(PDF, \d+ \w+ \d{4}\)/);
  const kraken = await answerOf(server, 'Why does the kraken sleep?');
  assert.match(kraken.body, /\(Discussion, answered 3 March 2026\)/);
  assert.doesNotMatch(kraken.body, /octo-cat/);
  const turns = await server.app.store.db.selectFrom('turns').select(['question', 'sources']).execute();
  assert.match(turns.find(({ question }) => question.includes('kraken'))!.sources, /"kind":"discussion"/);
  const proxy = await answerOf(server, 'How do I set the proxy?');
  const [first] = [...proxy.body.matchAll(/"url":"([^"]+)"/g)];
  assert.match(first![1]!, /\/proxy$/, 'docs come before a discussion that says the same');

  // A token that was revoked is said to the owner, loses nothing, and holds nothing else back.
  github.next = [{ status: 401 }];
  await writeFile(join(server.docs, 'proxy.md'), '# Set the proxy\n\nThe proxy is set in anchor.toml.\n');
  const failed = await update(server);
  assert.deepEqual([failed.status, /1 source could not be read/.test(failed.summary)], ['success', true]);
  assert.match(failed.logs.join('\n'), /revoked\. Give the source a new one/);
  assert.match((await answerOf(server, 'Why does the kraken sleep?')).body, /Discussion, answered/);
  assert.match((await answerOf(server, 'How do I set the proxy?')).text, /anchor\.toml/);
  const [fault] = (await ask(server, 'GET', project)).body.sourceFaults;
  assert.deepEqual([fault.source, /revoked/.test(fault.message)], [1, true]);
  const organization = (await findOrganizationBySlug(store, 'default'))!;
  const about = { organizationId: organization.id, dashboard: 'https://x.example', creditsPerMonth: null };
  const [alert] = await findAlerts(store, about);
  assert.deepEqual([alert!.type, /revoked/.test(alert!.text)], ['alert.source_failed', true]);

  // Sent without its token, the source keeps it; for readers of a group alone.
  const grouped = [...before.sources, { ...discussions, groups: ['staff'] }, documents];
  assert.equal((await ask(server, 'PATCH', project, { sources: grouped })).status, 200);
  const again = await update(server);
  assert.equal(again.status, 'success', again.summary);
  assert.deepEqual((await ask(server, 'GET', project)).body.sourceFaults, []);
  assert.deepEqual(await findAlerts(store, about), []);
  assert.doesNotMatch((await answerOf(server, 'Why does the kraken sleep?')).body, /barometer/);

  // A source at another address gets no token of this one, and one that is gone has none.
  const elsewhere = { ...discussions, url: `${github.source}-other` };
  const moved = [...before.sources, elsewhere];
  assert.equal((await ask(server, 'PATCH', project, { sources: moved })).status, 200);
  assert.equal(await findSourceToken(store, server.projectId, elsewhere as never), null);
  assert.equal(await findSourceToken(store, server.projectId, discussions as never), null);
  const outside = [{ kind: 'files', folder: '/etc' }];
  assert.equal((await ask(server, 'PATCH', project, { sources: outside })).status, 400);
});
