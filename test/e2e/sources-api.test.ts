import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from '../helpers/people.ts';
import { startServer } from '../helpers/server.ts';

test('a source must be one that can be read, and never says itself that it is trusted', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  const owner = await setUp(server);
  const at = '/manage/v1/organizations/default/projects';
  const send = (source: object) => owner.send('POST', at, { name: 'x', sources: [source] });
  for (const source of [
    { kind: 'git', url: 'ssh://git@example.com/docs' },
    { kind: 'git', url: 'https://user:secret@example.com/docs' },
    { kind: 'git', url: 'https://example.com/docs', trusted: true },
    { kind: 'git', url: 'https://example.com/docs --upload-pack=x' },
    { kind: 'site', url: 'file:///etc/passwd' },
    { kind: 'llms', url: 'ftp://example.com/llms-full.txt' },
    { kind: 'folder', path: server.docs, prefix: '../x' },
    { kind: 'database' },
  ])
    assert.equal((await send(source)).status, 400, JSON.stringify(source));
  const made = await send({ kind: 'llms', url: 'http://127.0.0.1/llms-full.txt', prefix: 'api' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.sources, [
    { kind: 'llms', url: 'http://127.0.0.1/llms-full.txt', prefix: 'api' },
  ]);
  await owner.send('DELETE', `/manage/v1/projects/${made.body.id}`);
});
