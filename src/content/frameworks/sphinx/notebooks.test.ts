import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const code = (source: string, metadata: object, ...outputs: object[]): object => ({
  cell_type: 'code',
  metadata,
  source,
  outputs,
});

const notebook = JSON.stringify({
  nbformat: 4,
  metadata: { kernelspec: { language: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['(tour)=\n', '# A Tour\n', '\n', 'See [more](plain.md).'] },
    code(
      'print("a")\n```\n2 + 3',
      {},
      { output_type: 'stream', name: 'stdout', text: ['a\n'] },
      { output_type: 'stream', name: 'stderr', text: 'a warning' },
      { output_type: 'execute_result', data: { 'text/plain': ['5'] } },
      { output_type: 'display_data', data: { 'text/plain': '<Figure>', 'image/png': 'AAAA' } },
    ),
    code('import hidden', { nbsphinx: 'hidden' }),
    code('setup()', { tags: ['remove-input'] }, { output_type: 'stream', name: 'stdout', text: 'ready' }),
    { cell_type: 'markdown', source: '## Where It Ends\n\nHere.' },
    { cell_type: 'raw', metadata: { raw_mimetype: 'text/restructuredtext' }, source: 'By :ref:`tour`.' },
    { cell_type: 'raw', metadata: {}, source: '\\newpage' },
    { cell_type: 'unknown' },
    null,
  ],
});

for (const [extension, anchors, link] of [
  ['nbsphinx', ['A-Tour', 'Where-It-Ends'], 'tour.ipynb#Where-It-Ends'],
  ['myst_nb', ['a-tour', 'where-it-ends'], '{ref}`tour`'],
] as const) {
  test(`Notebooks are pages where ${extension} reads them`, async () => {
    const docs = await listDocs(
      treeOf({
        'conf.py': `extensions = ['${extension}', 'myst_parser']\n`,
        'index.rst': 'Home\n====\n\n.. toctree::\n\n   tour\n',
        'plain.md': `# Plain\n\n${link.startsWith('{') ? link : `[tour](${link})`}`,
        'tour.ipynb': notebook,
        'broken.ipynb': '{"cells": ',
        '.ipynb_checkpoints/tour.ipynb': notebook,
      }),
    );
    const parsed = await Array.fromAsync(parseDocs(docs));
    const tour = parsed.flatMap(({ pages }) => pages).find(({ file }) => file === 'tour.ipynb');
    assert.deepEqual([tour?.title, tour?.url], ['A Tour', '/tour.html']);
    assert.deepEqual(
      tour?.sections.map(({ anchor }) => anchor).filter((anchor) => anchor !== null),
      anchors.slice(1),
    );
    assert.deepEqual(
      tour?.sections.map(({ text }) => text),
      [
        'See more.\n\n````python\nprint("a")\n```\n2 + 3\n````\n\n```\na\n```\n\n```\n5\n```\n\n```\nready\n```',
        'Here.\n\nBy A Tour.',
      ],
    );
    assert.deepEqual(closeLinks(docs, parsed).broken, []);
    assert.deepEqual(
      docs.warnings.map(({ file }) => file),
      ['broken.ipynb'],
    );
  });
}

test('Without such an extension, notebooks are files', async () => {
  const docs = await listDocs(
    treeOf({ 'conf.py': 'extensions = []\n', 'index.rst': 'Home\n====\n', 'tour.ipynb': notebook }),
  );
  assert.deepEqual(
    docs.files.map(({ file }) => file),
    ['index.rst'],
  );
});
