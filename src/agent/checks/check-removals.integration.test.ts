import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { workspaceOf } from '../../../test/helpers/workspace.ts';
import { checkRemovals } from './check-removals.ts';
import { createChecker } from './checker.ts';

const checker = createChecker();
after(() => checker.close());

const navigation = (...pages: string[]) => JSON.stringify({ navigation: { pages } });
const base = {
  'docs.json': navigation('a', 'b', 'guide/c', 'gone-before'),
  'a.mdx': '# A',
  'b.mdx': '# B',
  'guide/c.mdx': '# C',
  'guide/d.mdx': '# D',
};

test('what is taken from readers is shown to a person first', async (t) => {
  const workspace = await workspaceOf(t, base);
  const found = async () =>
    (await checkRemovals(workspace, checker)).map(({ file, message, severity }) => ({
      file,
      message,
      severity,
    }));
  assert.deepEqual(await found(), []);

  await workspace.write('docs.json', navigation('b', 'guide/c'));
  assert.deepEqual(await found(), [
    {
      file: 'a.mdx',
      message: 'The navigation no longer shows a.mdx, though the pages are still there.',
      severity: 'review',
    },
  ]);

  for (const page of ['a.mdx', 'b.mdx', 'guide/c.mdx']) workspace.remove(page);
  await workspace.write('docs.json', navigation('guide/d'));
  assert.deepEqual(
    (await found()).map(({ message }) => message),
    ['3 of 4 pages are deleted.'],
  );

  workspace.remove('docs.json');
  assert.match((await found())[1]!.message, /^The navigation file is deleted/);
});
