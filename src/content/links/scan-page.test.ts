import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanPage } from './scan-page.ts';

const urls = (path: string, text: string) =>
  scanPage(path, text).links.map(({ url, start, end, line }) => {
    assert.equal(text.slice(start, end), url, 'the offsets hold the destination');
    return `${line}:${url}`;
  });

test('links, images, definitions, HTML and JSX destinations are found where they stand', () => {
  const text = [
    '---',
    'title: A page',
    '---',
    '# A page',
    '',
    '[./b.md](./b.md "t") ![alt text](img/x.png)',
    '',
    '[ref][r]',
    '',
    '[r]: ../c.md#top',
    '',
    '<a href="/d">d</a> <img src="e.png">',
    '',
    '```',
    '[no](code.md)',
    '```',
  ].join('\n');
  assert.deepEqual(urls('a.md', text), ['6:./b.md', '6:img/x.png', '10:../c.md#top', '12:/d', '12:e.png']);
  assert.deepEqual(
    urls('a.mdx', '<Card href="/x" id="card">\n  [y](y.mdx)\n</Card>\n\n<img src="/z.png" alt="z" />\n'),
    ['1:/x', '2:y.mdx', '5:/z.png'],
  );
});

test('the destination is told from a text, a title and another attribute that repeat it', () => {
  const places = (path: string, text: string) => scanPage(path, text).links.map(({ start }) => start);
  assert.deepEqual(
    places('a.md', '[b.md](b.md "b.md") ![b.md](<b.md> "b.md")\n\n[b.md]: b.md "b.md"\n'),
    [7, 29, 52],
  );
  assert.deepEqual(places('a.md', '[![b.md](b.md)](b.md)\n'), [16, 9]);
  assert.deepEqual(places('a.mdx', '<Card title="b.md" href="b.md">"b.md"</Card>\n'), [25]);
});

test('HTML: quotes of both kinds, tags of several indented lines, the same tag twice', () => {
  assert.deepEqual(urls('a.md', "Text <a href='x.md'>x</a> and <a\n    HREF=\"y's.md\">y</a>.\n"), [
    '1:x.md',
    "2:y's.md",
  ]);
  const twice = '<p>\n<a href="b.md">1</a>\n<a href="b.md">2</a>\n</p>\n';
  assert.deepEqual(
    scanPage('a.md', twice).links.map(({ start }) => start),
    [13, 34],
  );
});

test('MkDocs: links in indented notes and tabs, and none in their code', () => {
  const text = [
    '!!! note',
    '',
    '    See [a](a.md).',
    '',
    '    ```python',
    '    x',
    '',
    '    y[0](no.md)',
    '    ```',
    '',
    '    === "Tab"',
    '',
    '        [b](b.md)',
    '',
    '    [c](c.md)',
    '',
    '1. One',
    '',
    '    ??? tip "T"',
    '        [d](d.md)',
    '',
    'Text.',
    '',
    '    [code](no.md)',
    '',
    '```',
    '!!! note',
    '',
    '    [code](no.md)',
    '```',
    '',
    '[e](e.md)',
  ].join('\n');
  assert.deepEqual(urls('a.md', text), ['3:a.md', '13:b.md', '15:c.md', '20:d.md', '32:e.md']);
});

test('roles of MyST are links to pages, labels and files', () => {
  const text = 'See {doc}`the setup <../install>`, {ref}`my-label` and `{doc}` or `code`.\n';
  assert.deepEqual(urls('a.md', text), ['1:../install', '1:my-label']);
  assert.deepEqual(
    scanPage('a.md', text).links.map(({ kind, syntax }) => [kind, syntax]),
    [
      ['link', 'doc'],
      ['reference', undefined],
    ],
  );
});

test('headings are found without the ids that they give themselves', () => {
  const { headings, title } = scanPage('a.mdx', '# Über uns\n\n## Set up\n\n## Custom {/* #mine */}\n');
  assert.deepEqual(
    headings.map(({ text, line }) => [text, line]),
    [['Über uns', 1], ['Set up', 3], ['Custom', 5]], // prettier-ignore
  );
  assert.equal(title, 'Über uns');
  assert.equal(scanPage('a.md', '## Own {#own}\n').headings[0]?.text, 'Own');
});

test('broken front matter and broken MDX are told, and the page is still read', () => {
  assert.match(scanPage('a.md', '---\ntitle: [a\n---\n# T\n').frontMatterError ?? '', /\S/);
  const broken = scanPage('a.mdx', '# T\n\n<Card>\n\n[x](x.md)\n');
  assert.match(broken.syntaxError ?? '', /Card/);
  assert.deepEqual(
    broken.links.map(({ url }) => url),
    ['x.md'],
  );
});
