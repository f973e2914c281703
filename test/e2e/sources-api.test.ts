import assert from 'node:assert/strict';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashText } from '../../src/content/sources/hash-files.ts';
import { sweepPushedTexts } from '../../src/deployments/sweep-pushed-texts.ts';
import { deleteProject } from '../../src/store/projects.ts';
import { listTexts } from '../../src/store/pushed-files.ts';
import { ask, found, update } from '../helpers/deployments.ts';
import { docsFolder } from '../helpers/docs-folder.ts';
import { setUp } from '../helpers/people.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { docent } from '../helpers/run-docent.ts';
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

  const folder = await temporaryFolder(context);
  const granted = await startServer({ settings: { DOCENT_FOLDERS: folder } });
  context.after(() => granted.close());
  const origin = join(folder, 'harbour.git');
  await commitFiles(origin, { 'index.md': '# Harbour\n\nAbout ships.\n' });
  const wrong = { kind: 'git', url: `file://${origin}`, branch: 'nowhere' };
  const { branch: _, ...right } = wrong;
  const refused = await ask(granted, 'POST', at, { name: 'git', sources: [wrong] });
  assert.deepEqual([refused.status, refused.body.code], [400, 'source_unreachable']);
  assert.match(refused.body.message, /has no branch or tag nowhere\. Check its name\.$/);
  const check = '/manage/v1/organizations/default/sources/check';
  assert.equal((await ask(granted, 'POST', check, { source: wrong })).body.code, 'source_unreachable');
  const checked = await ask(granted, 'POST', check, { source: right });
  assert.match(checked.body.found, /^The repository answers, .*: main is at [0-9a-f]{10}\.$/);
  const anyway = { name: 'git', sources: [wrong], evenIfUnreachable: true };
  const taken = await ask(granted, 'POST', at, anyway);
  assert.equal(taken.status, 201, JSON.stringify(taken.body));
  const project = `/manage/v1/projects/${taken.body.id}`;
  const other = { ...wrong, branch: 'elsewhere' };
  assert.equal((await ask(granted, 'PATCH', project, { sources: [other] })).body.code, 'source_unreachable');
  assert.equal((await ask(granted, 'PATCH', project, { sources: [wrong], name: 'kept' })).status, 200);
  assert.equal((await ask(granted, 'PATCH', project, { sources: [right] })).status, 200);

  const urls = { stripNumbers: true, rules: { ':section/:page': ':page' }, ending: '/' };
  const mapped = await send({ kind: 'pushed', urls });
  assert.deepEqual(mapped.body.sources, [{ kind: 'pushed', urls }]);
  const plain = [{ kind: 'pushed' }];
  const changed = await owner.send('PATCH', `/manage/v1/projects/${mapped.body.id}`, { sources: plain });
  assert.deepEqual(changed.body.sources, plain, 'rules can be taken away again');
  await owner.send('DELETE', `/manage/v1/projects/${mapped.body.id}`);
});

test('a folder that is pushed sends what changed alone, and answers on a server that never saw it', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  const at = '/manage/v1/organizations/default/projects';
  const made = (await ask(server, 'POST', at, { name: 'pushed', sources: [{ kind: 'pushed' }] })).body;
  const { body: deployed } = await ask(server, 'GET', `/manage/v1/projects/${made.id}/deployments`);
  assert.deepEqual(deployed.items, []);
  const docs = await docsFolder({
    'guide/proxy.md': '# Proxy\n\nThe proxy is set in harbour.toml.\n',
    'guide/kraken.md': '# Kraken\n\nThe kraken sleeps.\n',
    'guide/logo.png': '\x89PNG\0\0',
    '.env': 'TOKEN=secret\n',
  });
  context.after(() => docs.remove());
  const env = { DOCENT_URL: server.url, DOCENT_KEY: server.adminKey };
  const deploy = async () => {
    const run = await docent(['deploy', docs.path, '--project', made.domain], { env });
    assert.equal(run.code, 0, run.stderr);
    return run.stdout;
  };
  const sent = () => listTexts(server.app.store, made.id);
  const key = { kind: 'assistant', name: 'k', projectId: made.id };
  const { body } = await ask(server, 'POST', '/manage/v1/organizations/default/keys', key);
  const reader = { ...server, domain: made.domain, assistantKey: body.secret };
  assert.match(await deploy(), /^2 pages/);
  assert.deepEqual(await found(reader, 'kraken'), ['guide/kraken']);
  assert.equal((await sent()).length, 2);
  await writeFile(join(docs.path, 'guide/kraken.md'), '# Kraken\n\nThe kraken wakes.\n');
  assert.match(await deploy(), /1 changed/);
  assert.equal((await sent()).length, 3);
  assert.match(await deploy(), /Nothing has changed/);
  assert.equal((await sent()).length, 3);

  // What is lost is sent again, and fails the deployment until then: pages do not vanish with a disk.
  const stored = join(server.app.config.dataFolder, 'pushed');
  assert.equal((await stat(stored)).mode & 0o777, 0o700);
  for (const { name } of await sent()) {
    assert.equal((await stat(join(stored, name))).mode & 0o777, 0o600);
    await rm(join(stored, name));
  }
  server.app.sources.knownHashes.clear();
  const failed = await update({ ...server, projectId: made.id });
  assert.deepEqual([failed.status, failed.summary.includes('Push the docs again')], ['failure', true]);
  assert.deepEqual(await found(reader, 'kraken'), ['guide/kraken']);
  for (let round = 0; round < 2; round++)
    await docent(['deploy', docs.path, '--project', made.domain], { env });
  assert.match(await deploy(), /Nothing has changed/);

  // Nobody needs the texts of a project that is gone.
  await deleteProject(server.app.store, made);
  await sweepPushedTexts(server.app.sources.pushed);
  assert.deepEqual([await sent(), await readdir(stored)], [[], []]);
});

test('a push names plain paths, once each, and only texts that are there', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  const at = '/manage/v1/organizations/default/projects';
  const made = (await ask(server, 'POST', at, { name: 'pushed', sources: [{ kind: 'pushed' }] })).body;
  const path = `/manage/v1/projects/${made.id}/push`;
  const push = (files: unknown) => ask(server, 'POST', path, { files });
  const sha256 = hashText('# A');
  for (const name of [
    '../a.md',
    '/a.md',
    'a//b.md',
    'a/../b.md',
    'a\\b.md',
    'a\0.md',
    '',
    './a.md',
    '\ud800',
  ])
    assert.equal((await push([{ path: name, sha256 }])).status, 400, JSON.stringify(name));
  assert.equal((await push([{ path: 'a.md', sha256: '../../etc/passwd' }])).status, 400);
  assert.equal((await push([1, 2].map(() => ({ path: 'a.md', sha256 })))).status, 400);
  assert.equal((await push([])).status, 400);
  const asked = await push([{ path: 'a.md', sha256 }]);
  assert.deepEqual(asked.body, { statusId: null, missing: [sha256] });
  // What another project has is no business of this one.
  const other = (await ask(server, 'POST', at, { name: 'other', sources: [{ kind: 'pushed' }] })).body;
  const texts = (projectId: string) => `/manage/v1/projects/${projectId}/push/texts`;
  assert.equal((await ask(server, 'POST', texts(other.id), { texts: ['# A'] })).status, 204);
  assert.deepEqual((await push([{ path: 'a.md', sha256 }])).body.missing, [sha256]);
  assert.equal(
    (await ask(server, 'POST', texts(made.id), { texts: ['x'.repeat(10 * 1024 ** 2 + 1)] })).status,
    400,
  );
  const folder = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/push`, {
    files: [{ path: 'a.md', sha256 }],
  });
  assert.deepEqual([folder.status, folder.body.code], [409, 'conflict']);
  const two = { name: 'x', sources: [{ kind: 'pushed' }, { kind: 'pushed', prefix: 'b' }] };
  assert.equal((await ask(server, 'POST', at, two)).status, 400);
});
