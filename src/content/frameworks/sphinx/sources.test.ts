import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

test('A project without its conf.py is known by its toctree, and one that a build fills in by its template', async () => {
  const pages = {
    'Help/index.rst': 'Rocket\n======\n\n.. toctree::\n\n   guide/start\n   guide/stop\n',
    'Help/guide/start.rst': '.. _begin:\n\nStart\n=====\n\nThen :ref:`stop <end>`, of |version|.\n',
    'Help/guide/stop.rst': '.. _end:\n\nStop\n====\n\nAfter :doc:`start`.\n',
    'README.md': '# Rocket',
  };
  const template = "release = '@VERSION@'\nhtml_baseurl = 'https://rocket.example/'\n";
  for (const [files, base, folder] of [
    [pages, '', 'Help'],
    [{ ...pages, 'tools/conf.py.in': template }, '', 'Help'],
    [{ ...pages, 'Help/conf.py.in': template }, 'https://rocket.example', 'Help'],
  ] as const) {
    const docs = await listDocs(treeOf(files));
    assert.deepEqual([docs.framework, docs.reason.folder], ['sphinx', folder]);
    const parsed = await Array.fromAsync(parseDocs(docs));
    const start = parsed.flatMap((file) => file.pages).find(({ file }) => file.endsWith('start.rst'));
    assert.equal(start?.url, `${base}/guide/start.html`);
    assert.deepEqual(
      start.links.map(({ target }) => target),
      ['/guide/stop#end'],
    );
    assert.equal(start.sections.at(-1)?.text, 'Then stop, of .');
  }
  const readme = await listDocs(treeOf({ ...pages, ...manyPages(20) }));
  assert.equal(readme.framework, 'plain');
});

test('Of several projects the nearest to the root is taken, unless a deeper one has far more pages', async () => {
  const docs = (folder: string, count: number) => ({
    [`${folder}/conf.py`]: 'project = "x"',
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`${folder}/page${at}.rst`, 'Page\n====\n']),
    ),
  });
  const folderOf = async (inner: number) =>
    (await listDocs(treeOf({ ...docs('docs', 4), ...docs('roms/boot/doc', inner) }))).reason.folder;
  assert.equal(await folderOf(5), 'docs');
  assert.equal(await folderOf(9), 'roms/boot/doc');
});

test('A project of manual pages alone comes after the one that people read', async () => {
  const pages = (folder: string, names: string[]) =>
    Object.fromEntries(names.map((name) => [`${folder}/${name}.rst`, 'Page\n====\n']));
  const docs = await listDocs(
    treeOf({
      'doc/man/conf.py': 'man_pages = [("dig", "dig", "", "", 1), ("host", "host", "", "", 1)]',
      ...pages('doc/man', ['index', 'dig', 'host']),
      'doc/manual/conf.py': 'man_pages = [("index", "x", "", "", 1)]',
      ...pages('doc/manual', ['index', 'setup', 'use']),
    }),
  );
  assert.equal(docs.reason.folder, 'doc/manual');
});

test('An include in a comment inserts nothing', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': '',
      'index.rst':
        '..\n  How to use it:\n\n  .. include:: index.rst\n\n.. Not yet\n   .. include:: none.rst\n\nHome\n====\n\n..\n\n   .. include:: part.txt\n',
      'part.txt': 'A part.',
    }),
  );
  const [page] = (await Array.fromAsync(parseDocs(docs))).flatMap(({ pages }) => pages);
  assert.deepEqual(
    page?.sections.map(({ text }) => text),
    ['A part.'],
  );
  assert.deepEqual(docs.warnings, []);
});

test('A page may show a part of itself again', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': "extensions = ['myst_parser']",
      'index.md':
        '# Home\n\n% once\nMind the gap.\n% end\n\n```{include} index.md\n:start-after: "% once"\n:end-before: "% end"\n```\n\n```{include} index.md\n```\n',
    }),
  );
  const [page] = (await Array.fromAsync(parseDocs(docs))).flatMap(({ pages }) => pages);
  assert.deepEqual(
    page?.sections.map(({ text }) => text),
    ['Mind the gap.\n\nMind the gap.'],
  );
  assert.deepEqual(
    docs.warnings.map(({ message }) => message),
    ['The included file index.md would include itself.'],
  );
});

function manyPages(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/page${at}.md`, `# Page ${at}`]));
}
