import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureDefaultOrganization } from '../../src/accounts/organizations.ts';
import { signedInAs } from '../helpers/people.ts';
import { startServer } from '../helpers/server.ts';

test('a source must be one that can be read, and never says itself that it is trusted', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  const { id } = await ensureDefaultOrganization(server.app.store);
  const owner = await signedInAs(server, id, 'owner');
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
    { kind: 'folder', path: server.docs, urls: { ending: '.php' } },
    { kind: 'site', url: 'https://example.com/', urls: { prefix: 'docs' } },
    { kind: 'database' },
  ])
    assert.equal((await send(source)).status, 400, JSON.stringify(source));
  const made = await send({ kind: 'llms', url: 'http://127.0.0.1/llms-full.txt', prefix: 'api' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(made.body.sources, [
    { kind: 'llms', url: 'http://127.0.0.1/llms-full.txt', prefix: 'api' },
  ]);
  await owner.send('DELETE', `/manage/v1/projects/${made.body.id}`);

  const urls = { stripNumbers: true, rules: { ':section/:page': ':page' }, ending: '/' };
  const mapped = await send({ kind: 'folder', path: server.docs, urls });
  assert.deepEqual(mapped.body.sources, [{ kind: 'folder', path: server.docs, urls }]);
  const plain = [{ kind: 'folder', path: server.docs }];
  const changed = await owner.send('PATCH', `/manage/v1/projects/${mapped.body.id}`, { sources: plain });
  assert.deepEqual(changed.body.sources, plain, 'rules can be taken away again');
  await owner.send('DELETE', `/manage/v1/projects/${mapped.body.id}`);
});
