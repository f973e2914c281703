import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

async function anchorsOf(links: (n: number) => string): Promise<string[]> {
  const files = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [
      `p${n}.md`,
      `# Page\n\n## The \`$state.raw\` Rune\n\n## 2 Steps\n\n${links(n)}`,
    ]),
  );
  const parsed = await Array.fromAsync(parseDocs(await listDocs(treeOf(files))));
  return parsed[0]!.targets[0]!.anchors;
}

test('headings without a known framework get the ids that links to them have', async () => {
  assert.deepEqual(await anchorsOf((n) => `[a](#The-$state.raw-Rune) [b](p${n}.md#2-Steps)`), [
    'Page',
    'The-$state.raw-Rune',
    '2-Steps',
  ]);
  assert.deepEqual(await anchorsOf(() => '[a](#the-stateraw-rune) [b](#_2-steps)'), [
    'page',
    'the-stateraw-rune',
    '2-steps',
  ]);
});

test('they get those of GitHub when no other rule explains clearly more of the links', async () => {
  for (const link of ['', '[a](#Gone) [b](#Also-gone)', '[a](https://example.com#2-Steps)'])
    assert.deepEqual(await anchorsOf(() => link), ['page', 'the-stateraw-rune', '2-steps'], link);
});
