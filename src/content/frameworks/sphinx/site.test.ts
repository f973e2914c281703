import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const conf = [
  'import os',
  'project = "Rocket"',
  "release = '2.1'",
  'extensions = ["sphinx.ext.autodoc", "myst_parser"] + [',
  "    'sphinx_tabs.tabs',  # tabs",
  ']',
  'html_baseurl = "https://docs.example.org/en/latest/"',
  'exclude_patterns = ["_build", "drafts"]',
  "language = 'en'",
  'extlinks = {"issue": ("https://example.org/issues/%s", "#%s")}',
  'rst_prolog = f"""',
  '.. |fuel| replace:: kerosene of {release}',
  '"""',
  "myst_substitutions = {'engine': 'Merlin'}",
  'myst_heading_anchors = 3',
  'html_context = {"x": os.environ.get("X", "y")}',
].join('\n');

const reference = [
  '.. currentmodule:: rocket',
  '',
  'API',
  '===',
  '',
  '.. function:: launch(stage, *, now=False)',
  '',
  '   Starts it.',
  '',
  '   :param stage: which one',
  '   :type stage: int',
  '   :returns: a flight',
  '',
  '.. class:: Engine(fuel)',
  '',
  '   Burns.',
  '',
  '   .. method:: stop()',
  '',
  '      Stops it.',
  '',
  '.. autofunction:: rocket.land',
  '',
  '.. envvar:: ROCKET_HOME',
  '',
  '   Where it stands.',
  '',
  '.. program:: rocket',
  '',
  '.. option:: --dry-run, -n',
  '',
  '   Does nothing.',
].join('\n');

const blocks = [
  ':orphan:',
  '',
  '.. _blocks-label:',
  '',
  '******',
  'Blocks',
  '******',
  '',
  '.. contents::',
  '',
  'Uses |fuel| and |release|. See :ref:`setup`, :ref:`the way <setup>`, :doc:`guide/index`, :func:`~rocket.launch`,',
  ':meth:`.Engine.stop`, :term:`Stage`, :issue:`12`, :option:`rocket --dry-run`, `Python <https://python.org>`_ and Wiki_.',
  '',
  '.. _Wiki: https://example.org/wiki',
  '',
  '.. warning:: Hot.',
  '   Very hot.',
  '',
  '.. versionadded:: 2.0',
  '   The ``stop`` method.',
  '',
  'A sample::',
  '',
  '   x = 1',
  '',
  '     y = 2',
  '',
  '.. code-block:: python',
  '   :linenos:',
  '',
  '   launch()',
  '',
  '.. literalinclude:: ../src/demo.py',
  '   :language: python',
  '   :pyobject: Demo.run',
  '',
  '.. include:: parts/shared.txt',
  '',
  '* one',
  '',
  '  more of one',
  '* two',
  '',
  '  #. inner',
  '',
  '=====  =====',
  'A      B',
  '=====  =====',
  '1      *two*',
  '=====  =====',
  '',
  '+-----+-----+',
  '| C   | D   |',
  '+=====+=====+',
  '| 3   | four|',
  '|     | x   |',
  '+-----+-----+',
  '',
  '.. list-table::',
  '   :header-rows: 1',
  '',
  '   * - E',
  '     - F',
  '   * - 5',
  '     - six',
  '',
  'term : kind',
  '   What it means.',
  '',
  '.. tabs::',
  '',
  '   .. group-tab:: Linux',
  '',
  '      Use apt.',
  '',
  '.. unknown-thing:: x',
  '   :option: y',
  '',
  '   Shown all the same.',
  '',
  '.. A comment',
  '   of two lines.',
  '',
  '.. toctree::',
  '   :hidden:',
  '',
  '   guide/index',
  '',
  'Last\\ s [1]_ \\*stars\\*.',
  '',
  '.. [1] A note.',
].join('\n');

const myst = [
  '---',
  'myst:',
  '  substitutions:',
  '    color: red',
  '---',
  '(myst-label)=',
  '# MyST',
  '',
  '% a comment',
  '',
  'A {{ color }} {{ engine }}. See {ref}`setup`, [the setup](#setup), [](guide/index.md) and {func}`rocket.launch`.',
  '',
  ':::{note}',
  'Mind **this**.',
  ':::',
  '',
  '````{tab-set}',
  '```{tab-item} Linux',
  'Use apt.',
  '```',
  '````',
  '',
  '```{code-block} python',
  ':caption: Demo',
  'launch()',
  '```',
  '',
  '```{eval-rst}',
  '.. tip:: From *rst*.',
  '```',
  '',
  '- one',
  '  ```bash',
  '  ls',
  '  ```',
  '',
  'Term',
  ': Meaning',
  '',
  '+++',
  '',
  '```{toctree}',
  'guide/index',
  '```',
].join('\n');

proveFramework({
  framework: 'sphinx',
  files: {
    'docs/conf.py': conf,
    '.readthedocs.yaml': 'sphinx:\n  builder: html\n  configuration: docs/conf.py\n',
    'docs/index.rst': 'Welcome\n=======\n\n.. toctree::\n\n   guide/index\n   Named <reference>\n\nText',
    'docs/guide/index.rst':
      '.. _setup:\n\nSet up\n------\n\nText\n\n.. glossary::\n\n   Stage\n      A part.\n',
    'docs/reference.rst': reference,
    'docs/blocks.rst': blocks,
    'docs/myst.md': myst,
    'docs/drafts/x.rst': 'Excluded',
    'docs/_build/y.rst': 'Built',
    'docs/parts/shared.txt': 'Shared **words**.\n',
    'src/demo.py': 'class Demo:\n    def run(self):\n        pass\n\n    def other(self):\n        pass\n',
    'docs/anchors.rst':
      "Über Page\n=========\n\nWhat's ``new`` in 1.2?\n----------------------\n\na\n\nSame\n----\n\nb\n\nSame\n----\n\nc [1]_\n\n.. _my-label:\n\n日本\n----\n\nd\n\n.. [1] Note.\n\n.. _Inline Place:\n\nText",
  },
  urls: {
    'docs/index.rst': 'https://docs.example.org/en/latest/',
    'docs/guide/index.rst': 'https://docs.example.org/en/latest/guide/index.html',
    'docs/reference.rst': 'https://docs.example.org/en/latest/reference.html',
    'docs/blocks.rst': 'https://docs.example.org/en/latest/blocks.html',
    'docs/myst.md': 'https://docs.example.org/en/latest/myst.html',
    'docs/anchors.rst': 'https://docs.example.org/en/latest/anchors.html',
  },
  anchors: {
    'docs/anchors.rst': [
      'uber-page',
      'what-s-new-in-1-2',
      'same',
      'id1',
      'id2',
      'my-label',
      'id3',
      'id4',
      'inline-place',
    ],
    'docs/reference.rst': [
      'api',
      'rocket.launch',
      'rocket.Engine',
      'rocket.Engine.stop',
      'rocket.land',
      'envvar-ROCKET_HOME',
      'cmdoption-rocket-dry-run',
      'cmdoption-rocket-n',
    ],
    'docs/guide/index.rst': ['setup', 'set-up', 'term-Stage'],
  },
  versions: { 'docs/index.rst': null },
  languages: { 'docs/index.rst': 'en' },
  titles: { 'docs/index.rst': 'Welcome', 'docs/blocks.rst': 'Blocks', 'docs/myst.md': 'MyST' },
  texts: {
    'docs/index.rst': '- Set up\n- Named\n\nText',
    'docs/reference.rst': [
      'Starts it.',
      '- stage (int): which one\n- Returns: a flight',
      'Burns.',
      'Stops it.',
      'Where it stands.',
      'Does nothing.',
    ].join('\n\n'),
    'docs/blocks.rst': [
      'Uses kerosene of 2.1 and 2.1. See Set up, the way, Set up, launch(), Engine.stop(), Stage, #12, rocket --dry-run, Python and Wiki.',
      'Warning: Hot. Very hot.',
      'Added in version 2.0: The stop method.',
      'A sample:',
      '```\nx = 1\n\n  y = 2\n```',
      '```python\nlaunch()\n```',
      '```python\ndef run(self):\n    pass\n```',
      'Shared words.',
      '- one\n  more of one\n- two\n  1. inner',
      'A | B\n1 | two',
      'C | D\n3 | four x',
      'E | F\n5 | six',
      'term : kind',
      'What it means.',
      'Linux',
      'Use apt.',
      'Shown all the same.',
      'Lasts [1] *stars*.',
      '[1] A note.',
    ].join('\n\n'),
    'docs/myst.md': [
      'A red Merlin. See Set up, the setup, Set up and rocket.launch().',
      'Note: Mind this.',
      'Linux',
      'Use apt.',
      'Demo',
      '```python\nlaunch()\n```',
      'Tip: From rst.',
      '- one\n  ```bash\n  ls\n  ```',
      'Term',
      'Meaning',
      '- Set up',
    ].join('\n\n'),
  },
});

test('redirects of rediraffe are by source files, in a list or in a file of their own', async () => {
  const of = async (given: string) =>
    (
      await listDocs(
        treeOf({
          'docs/conf.py': `redirects = {"a/b": "../c.html"}\nrediraffe_redirects = ${given}\n`,
          'docs/new/x.rst': 'X\n=\n',
          'docs/moved.txt': '# from to\n\nold/x.rst new/x.rst\n"old page.rst" \'new/x.rst\'\n',
        }),
      )
    ).redirects;
  const plain = { from: 'a/b', to: 'c' };
  const moved = { from: 'old/x', to: 'new/x' };
  assert.deepEqual(await of('{"old/x.rst": "new/x.rst"}'), [plain, moved]);
  assert.deepEqual(await of('"moved.txt"'), [plain, moved, { from: 'old page', to: 'new/x' }]);
});

test('Text made to keep a parser busy ends at once, and no include leaves the docs', async () => {
  const many = 3000;
  const docs = await listDocs(
    treeOf({
      'conf.py': `x = ${'['.repeat(5000)}\ny = "${'a'.repeat(5000)}`,
      'a.rst': '.. include:: ../../etc/passwd\n\n.. include:: /a.rst\n',
      'b.rst': `${'*a '.repeat(many)}\n\n${'`a '.repeat(many)}\n\n${'|a '.repeat(many)}\n\n${'a_ '.repeat(many)}`,
      'c.rst': Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}* x`).join('\n'),
      'd.rst': '.. |a| replace:: |b|\n.. |b| replace:: |a|\n\n|a|',
      'e.rst': `${'+--'.repeat(300)}+\n`.repeat(300),
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed.flatMap(({ warnings }) => warnings),
    [],
  );
  assert.deepEqual(
    docs.warnings.map(({ file }) => file),
    ['a.rst', 'a.rst'],
  );
});

test('Labels in shown code are no places, and a target may lead on to one that comes later', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': 'import os\nroot_doc = "a"\nhtml_baseurl = os.environ.get("BASE", "https://x.io/")',
      'a.rst':
        'A\n=\n\nWrite this::\n\n   .. confval:: DEPTH\n\nSee `the depth`_.\n\n.. _`the depth`: `How deep it goes`_\n\nHow deep it goes\n----------------\n\nText',
      'b.rst': 'B\n=\n\n.. confval:: DEPTH\n\n   Text',
      'c.rst': 'C\n=\n\nUse :confval:`DEPTH`.',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const links = parsed.flatMap(({ pages }) =>
    pages.flatMap((page) => page.links.map(({ target }) => target)),
  );
  assert.deepEqual(links.sort(), ['#how-deep-it-goes', '/b#confval-DEPTH']);
  const a = parsed.find(({ file }) => file === 'a.rst')?.pages[0];
  assert.equal(a?.url, 'https://x.io/a.html');
  assert.doesNotMatch(a?.sections[0]?.text ?? '', /html_theme/);
});

test('Titles underlined with tildes hide none of the objects below them', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': 'project = "x"',
      'index.rst': 'Home\n====\n\nSee :class:`pkg.Result`, :ref:`more` and :ref:`over`.\n',
      'api.rst': [
        'API\n===',
        '.. automodule:: pkg\n   :noindex:',
        'Main\n~~~~',
        '.. autoclass:: Result',
        '.. _more:',
        'More\n~~~~',
        '.. _over:',
        '~~~~\nOver\n~~~~',
        '.. class:: Other',
      ].join('\n\n'),
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const links = parsed.flatMap(({ pages }) => pages.flatMap((page) => page.links));
  assert.deepEqual(
    links.map(({ text, target }) => [text, target]),
    [
      ['pkg.Result', '/api#pkg.Result'],
      ['More', '/api#more'],
      ['Over', '/api#over'],
    ],
  );
});
