import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { projectOf } from '../../test/helpers/deployment.ts';
import { docsFolder } from '../../test/helpers/docs-folder.ts';

async function folderOf(context: TestContext, files: Record<string, string>): Promise<string> {
  const { path, remove } = await docsFolder(files);
  context.after(remove);
  return path;
}

test('Each source has its own base URL and place; of two pages with one path the earlier source counts', async (context) => {
  const guides = await folderOf(context, { 'index.md': '# Guides', 'install.md': 'one' });
  const api = await folderOf(context, { 'index.md': '# API', 'users.md': 'two' });
  const other = await folderOf(context, { 'install.md': 'three', '10-more.md': 'four' });
  const site = await projectOf(context, [
    { kind: 'folder', path: guides, baseUrl: 'https://docs.example.com' },
    { kind: 'folder', path: api, prefix: 'api' },
    { kind: 'folder', path: other, baseUrl: 'https://other.example.com', urls: { stripNumbers: true } },
  ]);
  const { warnings } = await site.deploy();
  const pages = await site.pages();
  assert.deepEqual(Object.fromEntries([...pages].map(([path, { url, file }]) => [path, [url, file]])), {
    '': ['https://docs.example.com/', 'index.md'],
    install: ['https://docs.example.com/install', 'install.md'],
    api: ['/api/', '2:index.md'],
    'api/users': ['/api/users', '2:users.md'],
    more: ['https://other.example.com/more', '3:10-more.md'],
  });
  assert.deepEqual(warnings, [
    { file: '3:install.md', message: 'It has the same address as install.md; it was left out.' },
  ]);
});

test('Files of several sources with one name are told apart: only what changed is parsed, what is gone goes', async (context) => {
  const one = await folderOf(context, { 'a.md': 'one', 'b.md': 'stays' });
  const two = await folderOf(context, { 'a.md': 'two', 'c.md': 'goes' });
  const site = await projectOf(context, [
    { kind: 'folder', path: one },
    { kind: 'folder', path: two, prefix: 'two' },
  ]);
  await site.deploy();
  const again = await site.deploy();
  assert.deepEqual([again.unchanged, again.changed, again.added, again.removed], [4, 0, 0, 0]);
  assert.equal((await site.deployments()).length, 1);

  await writeFile(join(two, 'a.md'), 'changed');
  await rm(join(two, 'c.md'));
  const changed = await site.deploy();
  assert.deepEqual([changed.unchanged, changed.changed, changed.added, changed.removed], [2, 1, 0, 1]);
  assert.deepEqual([...(await site.pages()).keys()].sort(), ['a', 'b', 'two/a']);
  assert.match((await site.pages()).get('two/a')?.markdown ?? '', /changed/);
});

test('A draft is parsed once, and again when it changes', async (context) => {
  const folder = await folderOf(context, { 'a.md': 'a', 'draft.md': '---\ndraft: true\n---\nnot yet' });
  const site = await projectOf(context, [{ kind: 'folder', path: folder }]);
  await site.deploy();
  await site.deploy();
  assert.equal((await site.deployments()).length, 1);
  await writeFile(join(folder, 'a.md'), 'changed');
  const phases: number[] = [];
  await site.deploy((total) => phases.push(total));
  assert.deepEqual([...new Set(phases)], [1]);
  await writeFile(join(folder, 'draft.md'), 'done');
  assert.equal((await site.deploy()).added, 1);
});

test('A page that front matter moves to a path that is taken is left out with a warning, however often it is deployed', async (context) => {
  const one = await folderOf(context, { 'a.md': 'one' });
  const two = await folderOf(context, { 'b.md': '---\nslug: /a\n---\ntwo' });
  const site = await projectOf(context, [
    { kind: 'folder', path: one },
    { kind: 'folder', path: two },
  ]);
  for (const text of ['one, changed', 'one, changed again']) {
    const { warnings } = await site.deploy();
    assert.match((await site.pages()).get('a')?.markdown ?? '', /one/);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.message ?? '', /same address as a\.md/);
    await writeFile(join(one, 'a.md'), text);
  }
});
