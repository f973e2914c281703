import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import type { ParsedFile } from '../parse-page.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

const config = { 'docusaurus.config.js': 'export default { presets: [["classic", {}]] }' };

/** What a reader sees of `docs/a.mdx`. */
async function read(
  page: string,
  files: Record<string, string> = {},
  site: Record<string, string> = config,
): Promise<{ text: string; parsed: ParsedFile; warnings: string[] }> {
  const docs = await listDocs(treeOf({ ...site, 'docs/a.mdx': page, ...files }));
  const all = await Array.fromAsync(
    parseDocs(
      docs,
      docs.files.filter(({ file }) => file === 'docs/a.mdx'),
    ),
  );
  const [parsed] = all;
  assert.ok(parsed);
  const text = parsed.pages.flatMap(({ sections }) => sections.map((section) => section.text)).join('\n\n');
  const warnings = [...docs.warnings, ...parsed.warnings].map(({ message }) => message);
  return { text, parsed, warnings };
}

const cases: { what: string; page: string; files?: Record<string, string>; text: string }[] = [
  {
    what: 'a constant of the page',
    page: "export const VER = '2.4.1'\n\nversion {VER}.",
    text: 'version 2.4.1.',
  },
  {
    what: 'a template with constants that are imported',
    page: "import { major } from './data.js'\n\nexport const name = `v${major}`\n\n# {name}\n\nUse {name}.",
    files: { 'docs/data.js': 'export const major = 3' },
    text: 'Use v3.',
  },
  {
    what: 'a list made of literals',
    page: "export const items = [{ n: 'one', l: '/1' }, { n: 'two', l: '/2' }]\n\n<ul>\n{items.map((item) => <li key={item.n}><a href={item.l}>{item.n}</a></li>)}\n</ul>",
    text: '- one\n- two',
  },
  {
    what: 'an address in angle brackets, which is no tag',
    page: 'See <https://example.com/a_b>, not `<https://x.y>`.',
    text: 'See https://example.com/a_b, not <https://x.y>.',
  },
  {
    what: 'a component with what it adds to its children',
    page: 'export const Plan = ({ name, children }) => <div><p>{name} plan</p>{children}</div>\n\n<Plan name="Pro">Up to **9**.</Plan>',
    text: 'Pro plan\n\nUp to 9.',
  },
  {
    what: 'the children and titles of a component that leaves them out',
    page: 'export const Lost = () => <b>x</b>\n\n<Lost title="T">kept</Lost>',
    text: 'T\n\nkept',
  },
  {
    what: 'what a condition shows',
    page: '{props.old && <Old>shown</Old>}\n\n{true ? "yes" : "no"}',
    text: 'shown\n\nyes',
  },
  {
    what: 'an imported page in a list, with its props',
    page: 'import Part from \'./\\_part.mdx\'\n\n- item\n\n  <Part name="x" />\n\n- next',
    files: { 'docs/_part.mdx': 'hello {props.name}\n\n- inner' },
    text: '- item\n  hello x\n  - inner\n- next',
  },
  {
    what: 'texts and JSX in attributes of a component',
    page: "<Steps items={[{ title: 'One', content: 'First do.', link: '/1' }, { label: 'Two', text: <>Then <b>do</b></> }]} />\n\n<Feature title={<>A <i>title</i></>} details={<p>Because of it.</p>}>Body</Feature>\n\n<TypeTable type={{ size: { type: 'number', default: 3, description: 'How big' } }} />",
    text: '- One: First do.\n- Two\n  Then do\n\nA title\n\nBody\n\nBecause of it.\n\n- size (number, default: 3): How big',
  },
  {
    what: 'the parameters and examples of an endpoint',
    page: '<Endpoint method="GET" path="/a/:id" title="One" description="Of **all**" params={[{ name: \'sort\', type: \'string\', description: \'By <code>asc</code>, see [x](/x)\' }]} codeTabs={[{ label: \'Shell\', code: \'curl a\' }]} responses={[{ status: 200, body: JSON.stringify({ a: [1] }, null, 2) }]} />\n\n<Options rows={[["b", "number", "How many"]]} />',
    text: 'One\n\nGET /a/:id\n\nOf all\n\n- sort (string): By asc, see x\n\n- Shell\n  ```\n  curl a\n  ```\n\n- 200\n  ```json\n  {\n    "a": [\n      1\n    ]\n  }\n  ```\n\n- b: number, How many',
  },
  {
    what: 'parts of a component that are named after it',
    page: '<Code>\n<Code.Next>\n\nStart:\n\n```ts\na()\n```\n\n</Code.Next>\n<Code.Svelte>Other</Code.Svelte>\n</Code>',
    text: 'Next\n\nStart:\n\n```ts\na()\n```\n\nSvelte\n\nOther',
  },
  {
    what: 'pages that a site has as components everywhere',
    page: 'Before.\n\n<Workaround />',
    files: {
      'src/theme/MDXComponents.js':
        "import Workaround from '@site/docs/_workaround.mdx';\nexport default { ...Original, Workaround };",
      'docs/_workaround.mdx': 'Work around.',
    },
    text: 'Before.\n\nWork around.',
  },
  {
    what: 'the label of an admonition',
    page: '<Admonition type="note" label="Self hosting">\n\nInside\n\n</Admonition>\n\n:::note Title only\n\n:::',
    text: 'Note: Self hosting\nInside\n\nNote: Title only',
  },
  {
    what: 'MDX in fences',
    page: '```mdx-code-block\n<Tabs><TabItem label="A">\n```\n\nText\n\n````mdx-code-block\n```js\na()\n```\n</TabItem></Tabs>\n````',
    text: 'A\n\nText\n\n```js\na()\n```',
  },
  {
    what: 'HTML and signs of earlier MDX',
    page: 'Text<br>more <img src="a.png" alt="A" width="10"> of <https://example.com>, a < b.\n\n<Foo bar={[1]}>inner</Foo>',
    text: 'Text more A of https://example.com, a < b.\n\ninner',
  },
  {
    what: 'lists in cells of a table',
    page: '| a |\n| - |\n| One<ul><li>two</li><li>three</li></ul> |',
    text: 'a\nOne two three',
  },
  {
    what: 'words that a component stands for',
    page: 'Tables of a <Term id="data-warehouse" /> in <Constant name="cloud" />, <Icon name="star" />as <Since v="4.0" />',
    text: 'Tables of a data warehouse in cloud, as Since 4.0',
  },
  {
    what: 'the part of an imported file between two marks',
    page: 'import Code from \'!!raw-loader!/_parts/a.py\';\nimport Filtered from \'@site/src/filtered.js\';\n\n<Filtered text={Code} startMarker="# START b" endMarker="# END b" language="py" />',
    files: {
      '_parts/a.py': '# START a\na()\n# END a\n  # START b\n  b()\n    c()\n  # END b\n',
      'src/filtered.js': "export default ({ text }) => <CodeBlock>{text.split('\\n')}</CodeBlock>",
    },
    text: '```py\nb()\n  c()\n```',
  },
  {
    what: 'pages that are imported by an alias, and named by a component',
    page: 'import Part from \'@parts/one.mdx\'\n\n<Part />\n\n<Render file="limits" product="db" params={{ n: 3 }} />\n\n<Snippet path="two" />',
    files: {
      'parts/one.mdx': 'One.',
      'partials/db/limits.mdx': 'At most {props.n}.',
      'snippets/two.md': 'Two.',
    },
    text: 'One.\n\nAt most 3.\n\nTwo.',
  },
  {
    what: 'code as Twoslash does',
    page: '```ts twoslash include server\nhidden()\n```\n\n```ts twoslash\n// @errors: 2339\nabove()\n// ---cut---\nconst a = 1\n//    ^?\n// stays\n```',
    text: '```ts\nconst a = 1\n// stays\n```',
  },
  {
    what: 'tabs by their values, and commands of package managers',
    page: '<Tabs><TabItem value="js">\n\nJS\n\n</TabItem></Tabs>\n\n<PackageManagers pkg="astro" type="create" args="--x" />',
    text: 'js\n\nJS\n\n```sh\nnpm create astro -- --x\n```',
  },
  {
    what: 'a component of a page with the values that it is given',
    page: 'export const Hi = ({ to = "you", n }) => <p>Hi {to}, {n.a}</p>\n\n<Hi n={{ a: 1 }} />',
    text: 'Hi you, 1',
  },
  {
    what: 'the text of a script',
    page: 'import code from \'!!raw-loader!./x.ts\'\n\n<CodeBlock language="ts">{code}</CodeBlock>',
    files: { 'docs/x.ts': 'let a: {}' },
    text: '```ts\nlet a: {}\n```',
  },
  {
    what: 'a container after a list',
    page: ':::note\n\n- a\n- b\n:::\n\nafter',
    text: 'Note:\n- a\n- b\n\nafter',
  },
  {
    what: 'front matter',
    page: '---\ntitle: @scope/name\n---\n\n{frontMatter.title} is here',
    text: '@scope/name is here',
  },
];

for (const { what, page, files, text } of cases) {
  test(`A page of MDX shows ${what}`, async () => {
    const found = await read(page, files);
    assert.equal(found.text, text);
    assert.deepEqual(found.warnings, []);
    assert.deepEqual(found.parsed.lost, []);
  });
}

test('Headings of an imported page have anchors of their own count, and its links lead from where they were written', async () => {
  const { parsed } = await read("import Part from './parts/_part.mdx'\n\n## One\n\n<Part />\n\n## One", {
    'docs/parts/_part.mdx': '## One\n\n[other](./other.md#x)\n\n## Two',
  });
  assert.deepEqual(parsed.targets[0]?.anchors, ['one', 'two', 'one-1']);
  assert.equal(parsed.pages[0]?.links[0]?.target, './parts/other.md#x');
});

test('Anchors come from headings as they are written, not from the values in them', async () => {
  const { parsed } = await read("export const ver = '2.1'\n\n## For {ver} <b>now</b>\n\ntext");
  assert.deepEqual(parsed.targets[0]?.anchors, ['for-ver-now']);
  assert.equal(parsed.pages[0]?.sections.at(-1)?.heading, 'For 2.1 now');
});

test('What would have to be run is left out and told', async () => {
  const { parsed, text } = await read('a {fetch("x").y} b {/* no */} c {null}');
  assert.equal(text, 'a b c');
  assert.deepEqual(parsed.lost, ['fetch("x").y']);
});

test('MDX that does not parse is told with its line in the file, and its imports are not text', async () => {
  const { text, warnings } = await read("---\ntitle: A\n---\nimport X from 'x'\n\nfine\n\n<Open>\n");
  assert.match(warnings[0] ?? '', /line 8, column 1: Expected a closing tag for `<Open>`$/);
  assert.equal(text, 'fine');
  const crossed = await read('---\ntitle: A\n---\n<A>\n\ntext</A>');
  assert.match(crossed.warnings[0] ?? '', /line 6, column 5: .+ \(`<A>` opened at 4:1\)/);
});

test('Pages that take in one another, and functions that never end, are given up', async () => {
  const { warnings } = await read("import A from './b.mdx'\n\n<A />", {
    'docs/b.mdx': "import B from './a.mdx'\n\nb <B />",
  });
  assert.equal(warnings.filter((message) => /would include itself/.test(message)).length, 1);
  const endless =
    'export const F = (p) => <F>{F(p)}{F(p)}</F>\n\nexport const g = (n) => g(n + 1) + g(n)\n\ntext {g(1)} <F />';
  assert.match((await read(endless)).text, /text/);
});

test('Variables of the site are put in place in text, code and addresses', async () => {
  const site = {
    'docs.json': JSON.stringify({
      navigation: { pages: ['docs/a'] },
      variables: { v: '1.2', a: { b: 'x' } },
    }),
  };
  const { text, parsed } = await read(
    'Use {{v}} of [it](/x/{{ a.b }}).\n\n```sh\nnpm i a@{{v}}\n```',
    {},
    site,
  );
  assert.equal(text, 'Use 1.2 of it.\n\n```sh\nnpm i a@1.2\n```');
  assert.equal(parsed.pages[0]?.links[0]?.target, '/x/x');
});

test('MDX that cannot be repaired is read as Markdown, without expressions of its components', async () => {
  const { text } = await read('Open {brace and <Foo bar={{ a: 1 }} baz={() => x}>inner</Foo>');
  assert.equal(text, 'Open {brace and inner');
});

test('A component that repeats its children, within itself, has an end', async () => {
  const { text } = await read(
    `export const Twice = ({ children }) => <>{children}{children}</>\n\n${'<Twice>'.repeat(40)}z${'</Twice>'.repeat(40)}`,
  );
  assert.match(text, /^[z\s]{2,10000}$/);
});
