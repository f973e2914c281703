import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageFile } from './site/site-facts.ts';
import type { Page } from './page.ts';
import { parsePage, parsePlainPage, type ParsedFile } from './parse-page.ts';

function parse(text: string, page: Partial<PageFile> = {}): ParsedFile {
  const file: PageFile = {
    file: 'guide/page.mdx',
    path: 'guide/page',
    isIndex: false,
    language: null,
    version: null,
    title: null,
    hidden: false,
    dialects: ['mdx', 'markdown'],
    ...page,
  };
  return parsePage({
    framework: 'plain',
    page: file,
    addresses: { base: '', ending: '', folderEnding: '' },
    text,
    hash: 'h',
  });
}

function pageOf(text: string, page: Partial<PageFile> = {}): Page {
  const [only] = parse(text, page).pages;
  assert.ok(only);
  return only;
}

function textOf(text: string, page: Partial<PageFile> = {}): string {
  return pageOf(text, page)
    .sections.map((section) => section.text)
    .join('\n\n');
}

const markdownOnly: Partial<PageFile> = { file: 'guide/page.md', dialects: ['markdown'] };

test('What a tooltip says stands behind its word', () => {
  assert.equal(
    textOf('The <Tooltip tip="Application Programming Interface">API</Tooltip> is open.'),
    'The API (Application Programming Interface) is open.',
  );
});

test('Icons that say yes and no are signs, others are no text', () => {
  const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;
  const icons = [
    '<Check size={18} />',
    '<XMarkIcon />',
    '<Icon name="lucide:circle-check" />',
    '<Icon icon="xmark" />',
  ];
  const others = ['<Icon icon="list-check" />', '<XTwitter />', '<CheckList />', '<Star />'];
  assert.equal(
    textOf([row('a', 'b', 'c', 'd'), row('-', '-', '-', '-'), row(...icons), row(...others)].join('\n')),
    'a | b | c | d\n✓ | ✗ | ✓ | ✗',
  );
});

test('Lists that lie in the entries of a component are read, to a depth', () => {
  const table = `<PropertiesTable content={[
  { name: 'tool', type: 'Tool', isOptional: true, icons: [{ name: 'x' }], properties: [
    { type: 'Tool', parameters: [{ name: 'title', type: 'string', description: 'Its title.' }] },
  ] },
  { name: 'stop', points: [1, 2] },
]} />`;
  const lines = ['- tool (Tool, optional)', '  - Tool', '    - title (string): Its title.', '- stop'];
  assert.equal(textOf(table), lines.join('\n'));
  const deep = `${"{ name: 'a', list: [".repeat(40)}{ name: 'b' }${'] }'.repeat(40)}`;
  assert.equal(textOf(`<Tree items={[${deep}]} />`).split('\n').length, 9);
});

test('A snippet is code', () => {
  assert.equal(textOf('<Snippet text="npm i acme" dark />'), '```\nnpm i acme\n```');
  assert.equal(textOf("<Snippet text={['cd a', `b`]} />"), '```\ncd a\nb\n```');
  assert.equal(textOf("<Terminal cmd={['$ cd a', '$ b']} />"), '```\n$ cd a\n$ b\n```');
  assert.equal(textOf("<Runs commands={[{ title: 'One', text: 'a' }]} />"), '- One: a');
});

test('Formulas between dollars are kept as they are written; prices and variables are none', () => {
  const text = 'Let $x_{n}$ cost $5 or $6:\n\n$$\n\\frac{a}{b} * c_1 * d\n$$\n\nEnd.';
  const shown = 'Let x_{n} cost $5 or $6:\n\n```latex\n\\frac{a}{b} * c_1 * d\n```\n\nEnd.';
  const { lost, warnings } = parse(text);
  assert.deepEqual([lost, warnings], [[], []], 'braces are no expressions');
  assert.equal(textOf(text), shown);
  assert.equal(textOf(text, markdownOnly), shown);
  assert.equal(textOf('export const p = 5;\n\nCosts ${p} and ${p}, *not* $6.'), 'Costs $5 and $5, not $6.');
});

test('The title is the front matter title, else the first heading, else the sidebar label, else the file name', () => {
  assert.equal(pageOf('---\ntitle: A\nsidebar_label: B\n---\n# C').title, 'A');
  assert.equal(pageOf('---\nsidebar_label: B\n---\n# C `d`').title, 'C d');
  assert.equal(pageOf('---\nsidebar_label: B\n---\n## C').title, 'B');
  assert.equal(pageOf('Text', { path: 'guide/getting-started' }).title, 'Getting started');
  assert.equal(pageOf('Text', { path: '' }).title, 'Guide');
  const manual = '# Name\n\n`acme store --gc`, alias `sweep` - collect garbage\n\n# Options';
  assert.equal(pageOf(manual).title, 'acme store --gc', 'a manual page');
  const below = '% acme-sweep 1\n\n## NAME\nacme\\-sweep - Collect garbage\n\n## OPTIONS';
  assert.equal(pageOf(below).title, 'acme-sweep', 'a manual page without a heading of level 1');
  const other = '# Name\n\nEvery thing has a name - it is unique.\n\n## Rules';
  assert.equal(pageOf(other).title, 'Name');
});

test('A product’s name above the heading that the file is named after is not its title', () => {
  const page = { path: 'reference/ErrorCodes' };
  const { title, sections } = pageOf(
    '<h1 align="center">Acme</h1>\n\n## Error codes\n\nA\n\n### Retry\n\nB',
    page,
  );
  assert.equal(title, 'Error codes');
  assert.deepEqual(
    sections.map(({ headingPath, anchor }) => [...headingPath, anchor]),
    [
      ['Error codes', null],
      ['Error codes', 'Retry', 'retry'],
    ],
  );
  assert.equal(pageOf('# Acme\n\n## Install\n\nA', page).title, 'Acme');
  assert.equal(pageOf('# Acme\n\nFast.\n\n## Error codes\n\nA', page).title, 'Acme');
});

test('Sections follow the headings, with the titles above them and GitHub anchors', () => {
  const { sections } = pageOf('# Top\n\nIntro\n\n## Über uns\n\nA\n\n### Use\n\nB\n\n## Use\n\nC');
  assert.deepEqual(sections, [
    { anchor: null, heading: 'Top', headingPath: ['Top'], text: 'Intro' },
    { anchor: 'über-uns', heading: 'Über uns', headingPath: ['Top', 'Über uns'], text: 'A' },
    { anchor: 'use', heading: 'Use', headingPath: ['Top', 'Über uns', 'Use'], text: 'B' },
    { anchor: 'use-1', heading: 'Use', headingPath: ['Top', 'Use'], text: 'C' },
  ]);
});

test('Explicit ids win over the text of the heading and are not part of it', () => {
  const text = '## One {#a}\n\n1\n\n## Two {/* #b */}\n\n2\n\n## Three [#c]\n\n3';
  const sections = pageOf(text).sections.map(({ anchor, heading }) => `${anchor} ${heading}`);
  assert.deepEqual(sections, ['a One', 'b Two', 'c Three']);
});

test('A heading inside a component begins a section, and an element with an id can be linked to', () => {
  const { pages, targets } = parse(
    '<Tabs><Tab title="npm">\n\n## Install\n\nRun it\n\n</Tab></Tabs>\n\n<a id="x" />',
  );
  assert.deepEqual(pages[0]?.sections.at(-1), {
    anchor: 'install',
    heading: 'Install',
    headingPath: ['Page', 'Install'],
    text: 'Run it',
  });
  assert.deepEqual(targets, [{ path: 'guide/page', anchors: ['install', 'x'] }]);
});

test('Prose, lists, code with its language, tables and image texts are kept as a reader sees them', () => {
  const text = [
    'Some *bold* `code`\nand a [link](./x.md).',
    '- one\n- two\n  1. deep',
    '```ts title="a.ts" {1}\nconst a = `b`;\n```',
    '| a | b |\n|---|---|\n| 1 | `2` |',
    '![A chart](chart.png)',
    '> Quoted',
  ].join('\n\n');
  assert.equal(
    textOf(text),
    [
      'Some bold code and a link.',
      '- one\n- two\n  1. deep',
      'a.ts',
      '```ts\nconst a = `b`;\n```',
      'a | b\n1 | 2',
      'A chart',
      'Quoted',
    ].join('\n\n'),
  );
});

test('Components keep what they show: titles of tabs, steps, cards and accordions, notes, fields', () => {
  const text = [
    '<Tabs items={["npm", "pnpm"]}><Tabs.Tab>npm i</Tabs.Tab><Tabs.Tab>pnpm i</Tabs.Tab></Tabs>',
    '<Steps>\n<Step title="Install">\nRun it\n</Step>\n</Steps>',
    '<Card title="Start" href="/start">Begin here</Card>',
    '<AccordionGroup><Accordion title="Why?">Because</Accordion></AccordionGroup>',
    '<Note>Mind this</Note>',
    '<Callout type="warning" title="Old">Gone soon</Callout>',
    '<ResponseField name="id" type="string" required>The id</ResponseField>',
    '<SdkOption name="debug" type="boolean" defaultValue="false">\n\nTells more\n\n</SdkOption>',
    '<Icon name="star" type="solid" />',
    '<CodeGroup>\n\n```bash yarn\nyarn add x\n```\n\n</CodeGroup>',
  ].join('\n\n');
  assert.equal(
    textOf(text),
    [
      'npm\n\nnpm i\n\npnpm\n\npnpm i',
      'Install\n\nRun it',
      'Start\n\nBegin here',
      'Why?\n\nBecause',
      'Note: Mind this',
      'Warning: Old\nGone soon',
      'id (string, required)\n\nThe id',
      'debug (boolean, default: false)\n\nTells more',
      'yarn\n\n```bash\nyarn add x\n```',
    ].join('\n\n'),
  );
  assert.deepEqual(pageOf(text).links, [{ text: 'Start', target: '/start' }]);
});

test('Rows and objects that a component is given are lists', () => {
  const text = [
    "export const sizes = ['s', 'l'];",
    '<ApiTable rows={sizes.flatMap((size) => [[`p-${size}`, `padding: ${size}`]])} />',
    '<Table data={[{ name: "c", type: "string" }]} />',
    '<Chart points={[[1, 2], [3, 4]]} />',
  ].join('\n\n');
  assert.equal(textOf(text), '- p-s: padding: s\n- p-l: padding: l\n\n- c (string)');
});

test('A title and description that a page exports stand for front matter', () => {
  const page = (text: string) => {
    const { title, description } = pageOf(text);
    return [title, description];
  };
  assert.deepEqual(page("export const metadata = { title: 'Padding', description: 'Room' };\n\nx"), [
    'Padding',
    'Room',
  ]);
  assert.deepEqual(page("export const title = 'Padding';\n\n# Heading\n\nx"), ['Padding', null]);
  assert.deepEqual(page("---\ntitle: Own\n---\nexport const meta = { title: 'Padding' };\n\nx"), [
    'Own',
    null,
  ]);
  assert.deepEqual(page('export const metadata = { title: name() };\n\nx'), ['Page', null]);
});

test('Imports, exports, comments and expressions are not read; string literals are', () => {
  const text = [
    'import X from "./x"',
    'export const secret = process.env.SECRET',
    '{/* a comment */}',
    '<!-- another\none -->',
    'Version {"1.2"} of {`it`} {secret} {process.exit(1)}',
  ].join('\n\n');
  assert.equal(textOf(text), 'Version 1.2 of it');
});

test('HTML in Markdown is read like components: details, tables, images, code, without scripts', () => {
  const text = [
    '<details>\n<summary>More</summary>\n\nInside **it**\n\n</details>',
    '<table><tr><th>a</th><td>b <b>c</b></td></tr></table>',
    '<script>steal()</script><style>p{}</style>',
    'Press <kbd>Esc</kbd><br>or see <a href="/x">that</a> <img alt="Logo" src="l.png">',
    '<pre><code class="language-js">let a;\n  b</code></pre>',
    '<h2 id="end">The end</h2>\n\nFin <!-- hidden -->',
  ].join('\n\n');
  const page = pageOf(text, markdownOnly);
  assert.equal(
    page.sections.map((section) => section.text).join('\n\n'),
    ['More', 'Inside it', 'a | b c', 'Press Esc or see that Logo', '```js\nlet a;\n  b\n```', 'Fin'].join(
      '\n\n',
    ),
  );
  assert.equal(page.sections.at(-1)?.anchor, 'end');
  assert.deepEqual(page.links, [{ text: 'that', target: '/x' }]);
});

test('A link in HTML whose label is an address is one link', () => {
  const { markdown, links } = pageOf(
    'See <a href="https://a.example/x">https://a.example/x</a> now.',
    markdownOnly,
  );
  assert.match(markdown, /See <https:\/\/a\.example\/x> now\.$/);
  assert.deepEqual(links, [{ text: 'https://a.example/x', target: 'https://a.example/x' }]);
});

test('The Markdown of a page is readable without its components, and as written when it has none', () => {
  const written = '# T\n\nSome_snake_case and `code`\n\n* item';
  assert.equal(pageOf(written).markdown, written);
  assert.equal(
    pageOf('import A from "a"\n\n<Tip>Use `it`</Tip>\n\n## Next {#n}\n\nText').markdown,
    '# Page\n\n> **Tip:** Use `it`\n\n## Next\n\nText',
  );
});

test('Front matter gives description, language, version, tags, groups and the slug', () => {
  const page = pageOf(
    '---\ndescription: D\nlang: de\nversion: 2.0\ntags: [a, b]\ngroups: staff, admin\nslug: /moved/here/\n---\nText',
  );
  const { description, language, version, tags, groups, path, url } = page;
  assert.deepEqual(
    { description, language, version, tags, groups, path, url },
    {
      description: 'D',
      language: 'de',
      version: '2.0',
      tags: ['a', 'b'],
      groups: ['staff', 'admin'],
      path: 'moved/here',
      url: '/moved/here',
    },
  );
});

test('A draft is not a page; a hidden page can be linked to but not searched', () => {
  assert.deepEqual(parse('---\ndraft: true\n---\nText').targets, []);
  for (const flag of ['hidden', 'noindex', 'unlisted']) {
    const { pages, targets } = parse(`---\n${flag}: true\n---\n## A`);
    assert.deepEqual(pages, []);
    assert.deepEqual(targets, [{ path: 'guide/page', anchors: ['a'] }]);
  }
});

test('MDX that does not parse is read as Markdown, with a warning that says where', () => {
  const { pages, warnings } = parse('## Fine\n\n<Tab>never closed\n\n{ open');
  assert.match(warnings[0]?.message ?? '', /does not parse as mdx/);
  assert.equal(pages[0]?.sections[0]?.anchor, 'fine');
});

test('Code right below a tag of MDX that does not parse is code', () => {
  const { pages } = parse(
    '<Tab label="Alpine">\n```sh\napk add \\\n  curl\n```\n</Tab>\n\n<Tab>never closed',
  );
  assert.match(pages[0]?.sections[0]?.text ?? '', /```sh\napk add \\\n  curl\n```/);
});

test('Broken front matter is a warning, and its plain lines still count', () => {
  const { pages, warnings } = parse('---\ntitle: Use: it\ndescription: D\ntags: [a\n---\nText');
  assert.match(warnings[0]?.message ?? '', /front matter is broken/);
  assert.equal(pages[0]?.title, 'Use: it');
  assert.equal(pages[0]?.sections[0]?.text, 'Text');
});

test('A long section is cut between blocks into pieces of at most 1,500 characters under one anchor', () => {
  const paragraph = 'Word after word. '.repeat(40).trim();
  const { sections } = pageOf(`## Long\n\n${[paragraph, paragraph, paragraph, paragraph].join('\n\n')}`);
  assert.deepEqual(
    sections.map(({ anchor, text }) => [anchor, text.split('\n\n').length]),
    [
      ['long', 2],
      ['long', 2],
    ],
  );
});

test('A page that cannot be parsed in time keeps its words, without anchors', () => {
  const page: PageFile = {
    file: 'a.md',
    path: 'a',
    isIndex: false,
    language: null,
    version: null,
    title: null,
    hidden: false,
    dialects: ['markdown'],
  };
  const text = '---\ntitle: T\n---\n## H\n\nWords';
  const addresses = { base: '', ending: '', folderEnding: '' };
  const { pages, warnings } = parsePlainPage(
    { framework: 'plain', page, addresses, text, hash: 'h' },
    'Slow.',
  );
  assert.deepEqual(warnings, [{ file: 'a.md', message: 'Slow.', fellBack: true }]);
  assert.deepEqual(pages[0]?.sections, [
    { anchor: null, heading: 'T', headingPath: ['T'], text: '## H\n\nWords' },
  ]);
});

test('An alert as GitHub has it is a quote with its kind, and any other quote stays', () => {
  assert.equal(textOf('> [!WARNING]\n> Hot **stove**.\n>\n> More.'), 'Warning: Hot stove.\nMore.');
  assert.equal(textOf('> [!NOTE] In one line'), 'Note: In one line');
  assert.equal(textOf('> [link] and text'), '[link] and text');
});

test('A mark for a table of contents is not text, however it is written', () => {
  assert.equal(textOf('[TOC]\n\n[[toc]]\n\n[[_TOC_]]\n\nText [TOC] stays'), 'Text [TOC] stays');
});

test('A list of the page’s own headings is no text where the page opens or a heading says so', () => {
  const contents = '- [Set-up](#set-up)\n  - [On Linux](#on-linux)\n- [Errors](#errors)';
  const below = '## Set-up\n\nRun it.';
  const page = pageOf(`# Mail\n\n${contents}\n\n${below}`, markdownOnly);
  assert.equal(page.sections.map(({ text }) => text).join('|'), 'Run it.');
  assert.equal(page.markdown, `# Mail\n\n${below}`);
  assert.equal(page.links.length, 3);
  assert.equal(textOf(`Intro.\n\n## Table of contents\n\n${contents}\n\n${below}`), 'Intro.\n\nRun it.');
  assert.match(textOf(`Intro.\n\n## Methods\n\n${contents}`), /On Linux/);
  assert.equal(textOf(`${contents}\n- [Elsewhere](other.md)\n\n${below}`), 'Run it.');
  assert.match(textOf(`${contents}\n- [Elsewhere](other.md) has more.\n\n${below}`), /On Linux/);
});

test('A described component shows its name, and what is in angle brackets in its texts, but for tags', () => {
  assert.equal(textOf('<Entry name="size" description="How **big**" />'), 'size\n\nHow big');
  assert.equal(textOf('<Place description="Try it" />'), 'Try it');
  assert.equal(textOf('<Callout type="tip" title="Hint" description="Try it" />'), 'Tip: Hint\nTry it');
  assert.equal(
    textOf('<Entry name="size" type="number" required description="How <em>big</em>" />'),
    'size (number, required)\n\nHow big',
  );
  assert.equal(textOf("<Table rows={[['p-<n>', '<b>padding</b>: <n>']]} />"), '- p-<n>: padding: <n>');
});
