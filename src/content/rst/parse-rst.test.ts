import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { closeLinks } from '../link-closure.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

const manual = [
  '.. role:: small',
  '..  _start here:',
  '',
  'Kit |prod|',
  '##########',
  '',
  'See :ref:`start here` and :ref:`index:Setup`.',
  '',
  '.. only:: latex or (man and not html)',
  '',
  '   Printed.',
  '',
  '.. only:: html and not epub',
  '',
  '   Shown.',
  '',
  '.. only:: internal',
  '',
  '   Ours.',
  '',
  '..  admonition:: Custom *title*',
  '    :class: wide',
  '',
  '    Body.',
  '',
  `.. only:: ${'not '.repeat(50_000)}html`,
  '',
  '   Any.',
  '',
  '=====  =====',
  'key    value',
  '..     other',
  'both of them',
  '------------',
  '=====  =====',
  '',
  '.. raw:: html',
  '',
  '   <p>Written in <b>HTML</b>.</p>',
  '',
  '.. list-table::',
  '',
  '   * - Key',
  '     - - one',
  '       - two',
  '',
  'Setup',
  '=====',
  '',
  '.. py:attribute:: size',
  '   :type: int',
  '   :value: 3',
  '',
  '.. py:function:: shown_elsewhere()',
  '   :no-index:',
  '',
  '   Told there.',
  '',
  '.. py:currentmodule:: kit',
  '',
  '.. named:statement:: max-size',
  '   :tags: server',
  '',
  '   How much may be kept.',
].join('\n');

test('Sphinx pages show what their website shows', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py':
        'extensions = ["sphinx.ext.autosectionlabel"]\nautosectionlabel_prefix_document = True\nrst_prolog = ".. |prod| replace:: Plus"',
      'index.rst': manual,
    }),
  );
  const [page] = (await Array.fromAsync(parseDocs(docs))).flatMap(({ pages }) => pages);
  assert.deepEqual(
    page?.sections.map(({ anchor, text }) => [anchor, ...text.split('\n\n')]),
    [
      [
        null,
        'See Kit Plus and Setup.',
        'Shown.',
        'Ours.',
        'Note: Custom title\nBody.',
        'Any.',
        'key | value\n | other\nboth of them',
        'Written in HTML.',
        'Key | one two',
      ],
      ['size', 'size: int = 3'],
      [null, 'Told there.'],
      ['named-statement-max-size', 'How much may be kept.'],
    ],
  );
});

test('a term of a long glossary is cited by its own id', async () => {
  const terms = ['One', 'Two', 'Three'].map((term) => `   ${term}\n      ${'It does much. '.repeat(60)}\n`);
  const docs = await listDocs(
    treeOf({ 'conf.py': '', 'index.rst': `Terms\n=====\n\n.. glossary::\n\n${terms.join('\n')}` }),
  );
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  const anchors = parsed?.pages[0]?.sections.map(({ anchor }) => anchor);
  assert.deepEqual(anchors, ['term-One', 'term-Two', 'term-Three']);
});

test('an anonymous target may be the name of another', async () => {
  const source =
    'Use\n===\n\nSee `raw`__, `docs`__ and more__.\n\n__ `Raw queries`_\n__ docs_\n.. __: https://more.example.org/a_\n\n' +
    '.. _docs: https://docs.example.org\n\nRaw queries\n===========\n\nWrite them.';
  const docs = await listDocs(treeOf({ 'conf.py': '', 'index.rst': source }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed?.pages[0]?.links.map(({ target }) => target),
    ['#raw-queries', 'https://docs.example.org', 'https://more.example.org/a_'],
  );
});

test('an include in a literal block is an example', async () => {
  const example = '.. include:: /part.txt';
  const source = [
    'Use\n===',
    `Write::\n\n   ${example}`,
    `.. code-block:: rst\n\n   .. note::\n\n      ${example}`,
    `- One::\n\n    ${example}\n\n  ${example}`,
    `.. note::\n\n   ${example}`,
  ].join('\n\n');
  const docs = await listDocs(
    treeOf({
      'conf.py': '',
      'index.rst': source,
      'long.rst': '::\n\n   .. include::'.repeat(20_000),
      'part.txt': 'Shared.',
    }),
  );
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(parsed?.pages[0]?.sections[0]?.text.match(/\.\. include|Shared/g), [
    '.. include',
    '.. include',
    '.. include',
    'Shared',
    'Shared',
  ]);
});

test("objects in C have ids with their domain and scope, and a blog's conf.py is not Sphinx's", async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': '',
      'index.rst':
        'C\n=\n\n:c:func:`z_init()` :c:member:`z.size` :c:enumerator:`ONE`\n\n.. c:struct:: z\n\n   .. c:member:: int size\n\n      Size.\n\n' +
        '.. c:enum:: n\n\n   .. c:enumerator:: ONE\n\n.. c:function:: struct z *z_init(struct h *h)\n\n   Starts.',
      'www/conf.py': 'BLOG_TITLE = "Us"',
      'www/a.rst': 'A\n=',
      'www/b.rst': 'B\n=',
    }),
  );
  assert.deepEqual(
    docs.files.map(({ file }) => file).filter((file) => file.endsWith('index.rst')),
    ['index.rst'],
  );
  const parsed = (await Array.fromAsync(parseDocs(docs))).find(({ file }) => file === 'index.rst');
  assert.deepEqual(
    parsed?.pages[0]?.links.map(({ target }) => target),
    ['/#c.z_init', '/#c.z.size', '/#c.n.ONE'],
  );
  const anchors = parsed?.pages[0]?.sections.map(({ anchor }) => anchor);
  assert.deepEqual(anchors, [null, 'c.z.size', 'c.n.ONE', 'c.z_init']);
});

test('ids of objects are those that Sphinx gives', async () => {
  const objects = [
    'c:type:: int (*handler_t)(int)',
    'rst:directive:: .. box:: title',
    'describe:: quiet',
    'js:method:: A.go()',
    'setting:: MAX_SIZE',
    'function:: union()',
    'class:: Client\n\n   .. attribute:: Client.timeout\n\n      Seconds',
    'program:: tool',
    'option:: -f[no-]color, --paint[=WHEN]',
    'option:: -f[no-]color',
    'option:: FILE',
    'config:option:: boot.autostart instance-boot',
  ];
  const source = `Objects\n=======\n\n${objects.map((object) => `.. ${object}\n\n   Told.`).join('\n\n')}`;
  const docs = await listDocs(treeOf({ 'conf.py': '', 'index.rst': source }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  const anchors = parsed?.pages[0]?.sections.map(({ anchor }) => anchor);
  assert.deepEqual(anchors, [
    'c.handler_t',
    'directive-box',
    null,
    'A.go',
    'std-setting-MAX_SIZE',
    'union',
    'Client.timeout',
    'Client',
    'cmdoption-tool-f-no-color',
    'cmdoption-tool-0',
    'cmdoption-tool-arg-FILE',
    'instance-boot:boot.autostart',
  ]);
});

test('objects are named by their module, their last signature and their namespace, as Sphinx names them', async () => {
  const source = [
    'Objects\n=======',
    'See :class:`box.box`, :meth:`box.frozen.pack`, :func:`elsewhere.lift`, :c:macro:`LIMIT` and :func:`two`.',
    '.. module:: box',
    '.. class:: box(size, *, \\\n           lid=None)\n   :no-index:\n\n   Of a tutorial.',
    '.. class:: box(size, *, \\\n           lid=None)\n           frozen(size)\n\n   .. method:: pack()\n\n      Packs.',
    '.. function:: lift()\n   :module: elsewhere\n\n   Lifts.',
    '.. function:: _one()\n              two()\n\n   Counts.',
    '.. c:function:: int walk(int (*step)(void), int n)\n\n   Walks.\n\n   .. c:namespace:: NULL\n\n   .. c:macro:: LIMIT\n\n      The most.',
    '.. glossary::\n\n   >>>\n      A prompt.',
  ].join('\n\n');
  const docs = await listDocs(treeOf({ 'conf.py': '', 'index.rst': source }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  const page = parsed?.pages[0];
  assert.deepEqual(
    page?.links.map(({ target }) => target),
    ['/#box.box', '/#box.frozen.pack', '/#elsewhere.lift', '/#c.LIMIT', '/#box.two'],
  );
  assert.deepEqual(
    page?.sections.map(({ anchor }) => anchor),
    [null, null, 'box.box', 'box.frozen.pack', 'elsewhere.lift', 'box._one', 'c.walk', 'c.LIMIT', null],
  );
});

test('what follows an object is about the section that the object is in', async () => {
  const source =
    'Guide\n=====\n\nViews\n-----\n\nUse them.\n\n.. class:: Set\n\n   A set.\n\n   .. method:: add()\n\n      Adds.\n\n   .. method:: clear()\n\nIn a view.\n\n.. function:: go()\n\nEnd.';
  const docs = await listDocs(treeOf({ 'conf.py': '', 'index.rst': source }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed?.pages[0]?.sections.map(({ anchor, headingPath, text }) => [anchor, headingPath.at(-1), text]),
    [
      ['views', 'Views', 'Use them.'],
      ['Set', 'Set', 'A set.'],
      ['Set.add', 'add()', 'Adds.'],
      ['Set.clear', 'clear()', 'clear()'],
      ['views', 'Views', 'In a view.'],
      ['go', 'go()', 'go()\n\nEnd.'],
    ],
  );
});

test('targets elsewhere take ids, and literal text is parsed where its directive says so', async () => {
  const source = [
    'Tools',
    '=====',
    '',
    'See `Docker <https://docker.example>`_.',
    '',
    '.. _Podman: https://podman.example',
    '.. |x| replace:: 1.2',
    '.. |copy| unicode:: U+00A9 .. the sign',
    '   :trim:',
    '',
    ...['Docker', 'Podman', 'get_(a|x|b)'].flatMap((title) => [title, '-----------', '', 'Text |copy|.', '']),
    '.. parsed-literal::',
    '',
    '   :ref:`one <docker>`  *two* tool-|x|\n     three',
  ].join('\n');
  const docs = await listDocs(treeOf({ 'conf.py': '', 'index.rst': source }));
  const [parsed] = await Array.fromAsync(parseDocs(docs));
  const sections = parsed?.pages[0]?.sections ?? [];
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    [null, 'id1', 'id2', 'get-a-x-b'],
  );
  assert.equal(sections[1]?.text, 'Text ©.');
  assert.equal(sections[3]?.text, 'Text ©.\n\n```\none  two tool-1.2\n  three\n```');
});

test('what a tool documents in C, and files that are copied to the site, can be linked to', async () => {
  const source = 'C\n=\n\n:c:struct:`dev` `spec <specs/a.spec>`_\n\n.. c:autostruct:: dev\n   :file: dev.h';
  const conf = 'html_extra_path = ["extra"]';
  const docs = await listDocs(treeOf({ 'conf.py': conf, 'index.rst': source, 'extra/specs/a.spec': '' }));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const { paths, anchors } = closeLinks(docs, parsed);
  assert.deepEqual(
    [paths, anchors],
    [
      { checked: 1, resolved: 1 },
      { checked: 1, resolved: 1 },
    ],
  );
});

test('a page beside a folder of its name is another page than the index of the folder', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': '',
      'guide.rst': 'Guide\n=====\n\n:ref:`there`',
      'guide/index.rst': '.. _there:\n\nParts\n=====\n\nThese.',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const urls = parsed.flatMap(({ pages }) => pages.map(({ url }) => url));
  assert.deepEqual(urls.toSorted(), ['/guide.html', '/guide/index.html']);
  const { anchors } = closeLinks(docs, parsed);
  assert.deepEqual(anchors, { checked: 1, resolved: 1 });
});
