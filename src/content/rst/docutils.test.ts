import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

/** The page of `index.rst` in a Sphinx project, and the warnings. */
async function read(index: string[], files: Record<string, string> = {}, conf = "project = 'Kit'") {
  const docs = await listDocs(treeOf({ 'conf.py': conf, 'index.rst': index.join('\n'), ...files }));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const page = parsed.flatMap(({ pages }) => pages).find(({ file }) => file === 'index.rst')!;
  return { page, text: page.sections.map(({ text }) => text).join('\n'), warnings: docs.warnings };
}

test('Characters have the names of docutils’ own definitions', async () => {
  const { page, text, warnings } = await read([
    '.. include:: <isonum.txt>',
    '',
    'Kit\\ |reg|',
    '==========',
    '',
    'Copyright |copy| 2020, |nothing| and |apos|.',
  ]);
  assert.equal(page.title, 'Kit®');
  assert.match(text, /Copyright © 2020, \|nothing\| and '\./);
  assert.deepEqual(warnings, []);
});

test('An included file may be named on the next line', async () => {
  const { text } = await read(['Home', '====', '', '.. include::', '    parts/variants'], {
    'parts/variants': 'Two *variants* are used.',
  });
  assert.match(text, /Two variants are used\./);
});

test('Files that are included one after the other are all shown, with their captions', async () => {
  const { text } = await read(
    [
      'Home',
      '====',
      '',
      '.. note::',
      '',
      '   .. literalinclude:: a.py',
      '      :caption: First',
      '   .. literalinclude:: b.py',
      '      :caption: Second',
      '',
      'Below.',
    ],
    { 'a.py': 'one = 1\n', 'b.py': 'two = 2\n' },
  );
  assert.match(text, /First[\s\S]*one = 1[\s\S]*Second[\s\S]*two = 2[\s\S]*Below/);
});

test('Tables and raw content are read from the file that they name', async () => {
  const { text, warnings } = await read(
    [
      'Home',
      '====',
      '',
      '.. csv-table:: Types',
      '   :header-rows: 1',
      '   :file: parts/types.csv',
      '   :widths: 1 1',
      '',
      '.. raw:: html',
      '   :file: hero.html',
      '',
      'Below.',
      '',
      '.. csv-table:: Lost',
      '   :file: none.csv',
      '',
      '::',
      '',
      '   .. raw:: html',
      '      :file: hero.html',
    ],
    { 'parts/types.csv': 'Name,Type\nsize,"int, or none"\n', 'hero.html': '<p>Welcome <b>home</b>.</p>\n' },
  );
  assert.match(text, /Types[\s\S]*Name \| Type[\s\S]*size \| int, or none/);
  assert.match(text, /Welcome home\./);
  assert.match(text, /Lost/);
  assert.match(text, /:file: hero\.html/);
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ['The included file none.csv was not found.'],
  );
});

test('What is indented below a target is text', async () => {
  const { page, text } = await read([
    'Kit',
    '===',
    '',
    'destroy',
    '-------',
    '',
    '.. _kit_destroy:',
    '',
    '    **destroy** [**-f**]',
    '',
    'Destroys it; see `the site`_ and `more`_.',
    '',
    '.. _the site:',
    '   https://example.org/a',
    '',
    '.. _more: https://example.org/',
    '   b',
  ]);
  assert.match(text, /destroy \[-f\]\s+Destroys it/);
  assert.doesNotMatch(text, /example/);
  assert.ok(page.links.some(({ target }) => target === 'https://example.org/a'));
});

test('Of three backquotes the last two end a literal', async () => {
  const { text, page } = await read(['Kit', '===', '', 'Use ``:ref:`setup```. Both ``a`` and ``b`` do.']);
  assert.match(text, /Use :ref:`setup`\. Both a and b do\./);
  assert.deepEqual(page.links, []);
});

test('Only the last angle brackets of a link hold its address', async () => {
  const { page } = await read([
    'Kit',
    '===',
    '',
    'See the `<meta viewport> tag <https://example.org/meta>`_ and `\\<search\\>`_.',
    '',
    '.. _`\\<search\\>`: https://example.org/search',
  ]);
  assert.deepEqual(
    page.links.map(({ text, target }) => [text, target]),
    [
      ['<meta viewport> tag', 'https://example.org/meta'],
      ['<search>', 'https://example.org/search'],
    ],
  );
});

test('Roles show the last part of a C++ name, and the section of an RFC', async () => {
  const { text } = await read([
    'Kit',
    '===',
    '',
    ':cpp:func:`~kit::class_::property`, :rfc:`6113#section-5.2`.',
  ]);
  assert.match(text, /property\(\), RFC 6113 Section 5\.2\./);
});

test('A version that is computed is not known, and one that is formatted is', async () => {
  const conf =
    "release = '2.1.3'\nversion = '.'.join(release.split('.')[:2])\nrst_epilog = '.. |kit| replace:: Kit'.format(1)";
  const { text } = await read(['Kit', '===', '', 'Of |version|: |kit|.'], {}, conf);
  assert.match(text, /Of 2\.1\.3: Kit\./);
});
