import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanPage, titleAtStart } from './scan-page.ts';

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

/** Links with `?` behind those that are one only where they lead to something, and `!` behind pictures. */
const marked = (path: string, text: string, asMdx = false) =>
  scanPage(path, text, [], asMdx).links.map(({ url, kind, maybe, start, end }) => {
    assert.equal(text.slice(start, end), url, 'the offsets hold the destination');
    return `${url}${kind === 'image' ? '!' : ''}${maybe === true ? '?' : ''}`;
  });

test('MDX: strings of attributes, expressions, imports and exports', () => {
  const text = [
    "import Part from './_part.mdx';",
    "export const cards = [{ href: '/guide', title: '/no' }];",
    '',
    "<Link to='/start'>don't</Link> <img src={require('../img/a.png').default} alt=\"a\" />",
    '',
    '<Card link="./x" icon="docs/b.svg" title="docs/x.md" cols={2} /> <ThemedImage sources={{ light: useBaseUrl("/img/l.png") }} />',
    '',
    '{[1].map(() => `./c.md`)}',
    '',
    '```js',
    "import x from './no.md';",
    '```',
  ].join('\n');
  const found = [
    './_part.mdx?',
    '/guide',
    '/start',
    '../img/a.png!',
    './x',
    'docs/b.svg?',
    '/img/l.png?',
    './c.md?',
  ];
  assert.deepEqual(marked('a.mdx', text), found);
  assert.deepEqual(marked('a.md', text, true), found, 'where Markdown is MDX');
});

test('HTML: addresses of media, sets of pictures, scripts and bound attributes of Vue', () => {
  const text = [
    '<script setup lang="ts">',
    "import Part from './part.md'",
    '',
    "const say = 'it'",
    '</script>',
    '',
    '<video src="a.mp4" poster="b.png"><source srcset="c.png 1x, d.png 2x" type="a/b"></video>',
    '',
    'Text <Card link="/guide/x" :to="\'/y\'" /> and <iframe src="/demo/"></iframe>.',
    '',
    "<p>don't <a href='z.md'>it's</a></p>",
  ].join('\n');
  const found = ['./part.md?', 'a.mp4', 'b.png!', 'c.png!', 'd.png!', '/guide/x', '/y?', '/demo/?', 'z.md'];
  assert.deepEqual(marked('a.md', text).sort(), found.sort());
});

test('front matter: every scalar that may be a path', () => {
  const text = [
    '---',
    'title: docs/a.md # not a link',
    'hero:',
    '  image: { src: img/logo.svg }',
    '  actions:',
    '    - text: Go',
    "      link: '/guide/start'",
    'prev: "./one.md"',
    'next: guide/two',
    'cover: cover.png',
    'count: 1/2',
    '---',
    '',
    '# T',
  ].join('\r\n');
  const found = ['img/logo.svg?', '/guide/start', './one.md?', 'guide/two?', 'cover.png?', '1/2?'];
  assert.deepEqual(marked('a.md', text), found);
  assert.deepEqual(marked('a.md', '+++\ntitle = "x"\nimage = "./a.png"\n+++\n'), ['./a.png?']);
});

test('templates and includes, those in code, too', () => {
  const text = [
    '{% content-ref url="../b.md" %}',
    '[b](../b.md)',
    '{% endcontent-ref %}',
    '',
    '{% file src="../.gitbook/assets/a.pdf" caption="x/y" %}',
    '',
    '{% include "../.gitbook/includes/part.md" %}',
    '',
    '<!--@include: ./part.md{3,10}--> {{< figure src="img/a.png" >}}',
    '',
    '```rust',
    '{{#include ../../listings/main.rs:2:10}}',
    '```',
  ].join('\n');
  assert.deepEqual(marked('a/a.md', text).sort(), [
    '../../listings/main.rs?',
    '../.gitbook/assets/a.pdf',
    '../.gitbook/includes/part.md?',
    '../b.md',
    '../b.md',
    './part.md?',
    'img/a.png?',
  ]);
});

test('a title is read from front matter of any kind, else from the first heading, also without parsing the page', () => {
  const titles = {
    'a.md': ['---\ntitle: "Vite\'s mission"\n---\n\n# Other\n', "Vite's mission"],
    'b.md': ['+++\ntitle = "By TOML"\n+++\n\nText.\n', 'By TOML'],
    'c.md': ['Text.\n\n# Install {#install}\r\n\nMore.\n', 'Install'],
    'd.md': ['Underlined\n=====\n\nText.\n', 'Underlined'],
    'e.rst': ['.. note:: x\n\nSetup\n*****\n\nText.\n', 'Setup'],
    'f.adoc': [':x: y\n= Guide\n\nText.\n', 'Guide'],
    'g.md': ['```{include} ../a.md\n```\n', null],
  } as const;
  for (const [file, [text, title]] of Object.entries(titles)) {
    assert.equal(titleAtStart(file, text), title, file);
    assert.equal(scanPage(file, text).title, title, file);
  }
});
