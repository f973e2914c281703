import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toolContextOf } from '../../../test/helpers/tool-context.ts';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { checkConfiguration } from './check-paths.ts';
import { runTool } from '../tools/tools.ts';
import { checkRemovals } from './check-removals.ts';

const navigation = (...pages: string[]) => JSON.stringify({ navigation: { pages } });
const base = {
  'docs.json': navigation('a', 'b', 'guide/c', 'gone-before'),
  'a.mdx': '# A',
  'b.mdx': '# B',
  'guide/c.mdx': '# C',
  'guide/d.mdx': '# D',
};

test('pages emptied, folders’ own navigations and other configuration are told of, too', async (t) => {
  const workspace = await workspaceOf(t, {
    'index.md': '# Home',
    'guide/meta.json': JSON.stringify({ pages: ['one', 'two'] }),
    'guide/one.md': '# One',
    'guide/two.md': '# Two',
    'openapi.json': '{}',
  });
  await workspace.write('guide/meta.json', JSON.stringify({ pages: ['two'] }));
  for (const page of ['index.md', 'guide/one.md', 'guide/two.md'])
    await workspace.write(page, '---\ntitle: x\n---\n');
  workspace.remove('openapi.json');
  assert.deepEqual(
    (await checkRemovals(workspace)).map(({ message }) => message),
    ['3 of 3 pages are deleted.', 'The navigation no longer shows one, though the pages are still there.'],
  );
  assert.deepEqual(
    (await checkConfiguration(workspace)).map(({ file, message }) => [file, message]),
    [['openapi.json', 'The file is deleted.']],
  );
});

test('what is taken from readers is shown to a person first', async (t) => {
  const workspace = await workspaceOf(t, base);
  const found = async () =>
    (await checkRemovals(workspace)).map(({ file, message, severity }) => ({
      file,
      message,
      severity,
    }));
  assert.deepEqual(await found(), []);

  await workspace.write('docs.json', navigation('b', 'guide/c'));
  assert.deepEqual(await found(), [
    {
      file: 'docs.json',
      message: 'The navigation no longer shows a, though the pages are still there.',
      severity: 'review',
    },
  ]);

  for (const page of ['a.mdx', 'b.mdx', 'guide/c.mdx']) workspace.remove(page);
  await workspace.write('docs.json', navigation('guide/d'));
  assert.deepEqual(
    (await found()).map(({ message }) => message),
    ['3 of 4 pages are deleted.', 'The navigation keeps only 0 of 4 entries.'],
  );

  await workspace.write('docs.json', JSON.stringify({ theme: 'dark', navigation: { pages: ['guide/d'] } }));
  const [changed] = await checkConfiguration(workspace);
  assert.match(changed!.message, /More than the navigation/);

  workspace.remove('docs.json');
  assert.match((await found())[1]!.message, /^The navigation file is deleted/);
});

test('pages that moved are not deleted, and the navigation still shows them', async (t) => {
  const body = Array.from({ length: 9 }, (_, line) => `Line ${line}.`).join('\n');
  const names = ['a', 'b', 'c', 'd'];
  const files = Object.fromEntries(names.map((name) => [`${name}.mdx`, `# ${name}\n\n${body}\n`]));
  const workspace = await workspaceOf(t, {
    ...files,
    'docs.json': JSON.stringify({ navigation: { pages: names } }),
  });
  const context = toolContextOf(workspace);
  for (const name of names) {
    const input = JSON.stringify({ from: `${name}.mdx`, to: `guide/${name}.mdx` });
    assert.equal((await runTool('move_file', input, context)).ok, true);
  }
  assert.deepEqual(await checkRemovals(workspace), []);
});
