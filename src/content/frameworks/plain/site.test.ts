import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';
import { plain } from './site.ts';

const swagger = { swagger: '2.0', info: { title: 'Pets' }, paths: { '/pets': { get: { responses: {} } } } };

proveFramework({
  framework: 'plain',
  files: {
    'README.md': '# Home',
    'guide/index.md': '# Guide',
    'guide/Set Up.markdown': '# Set up',
    'guide/page.mdx': '<Note>Inside</Note>',
    'guide/admonition.md':
      "import A from './a.mdx';\n\n:::tip Try it\n\nWithin.\n\n:::\n\n```js\nimport b from 'b';\n```\n",
    'guide/lists.md': '# Lists\n\n> #### Try it {: .info}\n>\n> Now.\n\nText.\n{: .lead}',
    'guide/moved.md': '---\npermalink: /elsewhere/\n---\n# Moved',
    'guide/slugged.md': '---\nslug: short\n---\n# Slugged',
    'guide/anchors.md':
      '# Page\n\n## Same\n\na\n\n## Same\n\nb\n\n<h2 id="mine">Mine</h2>\n\nc\n\n<h2 align="center">Same</h2>\n\nd',
    'guide/ids.md': '# Page\n\n## Step *1* {/*first-step*/}\n\nThis {/*stays*/}\n\n```md\n## a {/*b*/}\n```',
    'guide/jsx-ids.mdx': '# Page\n\n## Schritt 1 {/*first-step*/}\n\na {/*gone*/}',
    'de/guide.md': '---\nlang: de\nversion: "1.10"\n---\n# Anleitung',
    'hidden.md': '---\nnoindex: true\n---\n# Hidden',
    'draft.md': '---\ndraft: true\n---\n# Draft',
    'api/pets.json': JSON.stringify(swagger),
    'image.png': '',
    'other/notes.rst': 'Notes\n=====\n\nFrom *reStructuredText*.\n\nUse\n---\n\na\n\nUse\n---\n\nb',
    'other/book.adoc': '= Book\n\ninclude::_part.adoc[]\n\n== Use it[[USE]]\n\na\n\ninclude::options.adoc[]',
    'other/options.adoc': '[[opts]]\n-a::\n  All.',
    'other/_part.adoc': 'From _AsciiDoc_.',
    'other/own.adoc': '# Own\n\na',
    'other/manual.adoc': '= Manual\n\ninclude::own.adoc[]',
  },
  urls: {
    'other/notes.rst': '/other/notes',
    'other/book.adoc': '/other/book',
    'other/own.adoc': '/other/own',
    'other/manual.adoc': '/other/manual',
    'README.md': '/',
    'guide/index.md': '/guide',
    'guide/Set Up.markdown': '/guide/Set%20Up',
    'guide/page.mdx': '/guide/page',
    'guide/admonition.md': '/guide/admonition',
    'guide/lists.md': '/guide/lists',
    'guide/moved.md': '/elsewhere',
    'guide/slugged.md': '/short',
    'guide/anchors.md': '/guide/anchors',
    'guide/ids.md': '/guide/ids',
    'guide/jsx-ids.mdx': '/guide/jsx-ids',
    'de/guide.md': '/de/guide',
    'hidden.md': 'hidden',
    'api/pets.json#': '/api/pets',
    'api/pets.json#/paths/~1pets/get': '/api/pets/get-pets',
  },
  hidden: ['hidden.md'],
  anchors: {
    'other/notes.rst': ['notes', 'use', 'id1'],
    'other/book.adoc': ['preamble', '_use_it', 'USE', 'opts'],
    'guide/ids.md': ['page', 'first-step'],
    'guide/jsx-ids.mdx': ['page', 'first-step'],
    'guide/anchors.md': ['page', 'same', 'same-1', 'mine', 'same-2'],
  },
  versions: { 'de/guide.md': '1.10', 'README.md': null },
  languages: { 'de/guide.md': 'de', 'README.md': null },
  titles: { 'README.md': 'Home', 'guide/page.mdx': 'Page', 'api/pets.json#': 'Pets' },
  texts: {
    'guide/page.mdx': 'Note: Inside',
    'guide/lists.md': 'Try it\nNow.\n\nText.',
    'guide/admonition.md': "Tip: Try it\nWithin.\n\n```js\nimport b from 'b';\n```",
  },
});

test('a file that refers to its sections as GitHub names them has those ids', async () => {
  const read = async (references: string) => {
    const text = `= Protocol\n\n${references}\n\n== Peer Properties\n\na\n\n[[own_id]]\n== Own\n\nb`;
    const [parsed] = await Array.fromAsync(parseDocs(await listDocs(treeOf({ 'a.adoc': text }))));
    return parsed!.pages[0]!.sections.map(({ anchor }) => anchor).slice(1);
  };
  assert.deepEqual(await read('<<peer-properties>> <<own_id>>'), ['peer-properties', 'own_id']);
  assert.deepEqual(await read('<<_peer_properties>>'), ['_peer_properties', 'own_id']);
  assert.deepEqual(await read('None.'), ['_peer_properties', 'own_id']);
});

test('a chapter of a book that only the build joins refers to other chapters', async () => {
  const docs = await listDocs(
    treeOf({
      'guide/one.adoc':
        '= One\n\nSee <<there>>, <<both>> and xref:own[].\n\n[[own]]\n== Own\n\na\n\n[[both]]\n== Both\n\nb',
      'guide/two.adoc':
        '= Two\n\ninclude::{root}/guide/{parts}/part.adoc[]\n\n[[there,Over there]]\n== There\n\nSee <<both>>.\n\n[#both]\nb',
      'guide/src/parts/part.adoc': 'Part of <<own>>.',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const links = parsed.map(({ file, pages }) => [file, pages[0]?.links.map(({ target }) => target)]);
  assert.deepEqual(Object.fromEntries(links), {
    'guide/one.adoc': ['two.adoc#there', '#both', '#own'],
    'guide/two.adoc': ['one.adoc#own', '#both'],
  });
  assert.match(parsed.find(({ file }) => file === 'guide/two.adoc')?.pages[0]?.markdown ?? '', /Part of/);
});

test('a chapter refers to what it does not have in the book that includes it, wherever the build keeps chapters', async () => {
  const book = 'book/index.adoc';
  const docs = await listDocs(
    treeOf({
      [book]:
        '= Book\n:chapters: {src}/book/chapters\n\nxref:chapters/two.adoc#two[Two]\n\ninclude::{chapters}/one.adoc[]\n\ninclude::{chapters}/two.adoc[]',
      'book/chapters/one.adoc': '= One\n\nSee <<two>> and <<own>>.\n\n[#own]\n== Own\n\na',
      'book/chapters/two.adoc': '[#two]\n== Two\n\nSee <<own>>.',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const links = parsed.map(({ file, pages }) => [file, pages[0]?.links.map(({ target }) => target)]);
  assert.deepEqual(Object.fromEntries(links), {
    [book]: ['chapters/two.adoc#two', '#two', '#own', '#own'],
    'book/chapters/one.adoc': ['../index.adoc#two', '#own'],
  });
  const { paths, anchors } = closeLinks(docs, parsed);
  assert.deepEqual(
    { paths, anchors },
    { paths: { checked: 2, resolved: 2 }, anchors: { checked: 6, resolved: 6 } },
  );
});

test('a chapter refers to the sections of its book by their titles', async () => {
  const docs = await listDocs(
    treeOf({
      'book.adoc': '= Book\n\ninclude::one.adoc[tag=text]\n\n== Auto-Type Actions & more\n\na',
      'one.adoc': '= One\n\n// tag::text[]\n== One\n\nSee <<Auto-Type Actions & more>>.\n// end::text[]\n',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(
    parsed.find(({ file }) => file === 'one.adoc')?.pages[0]?.links.map(({ target }) => target),
    ['book.adoc#_auto_type_actions_more'],
  );
  const { anchors } = closeLinks(docs, parsed);
  assert.deepEqual(anchors, { checked: 2, resolved: 2 });
});

test('AsciiDoc that only includes itself in a circle keeps its pages', async () => {
  const tree = treeOf({
    'ring.adoc': '== Ring\n\ninclude::round.adoc[]',
    'round.adoc': `== Round\n\n${'include::ring.adoc[]\n'.repeat(20_000)}`,
    'same.adoc': '== Same\n\ninclude::same.adoc[tag=a]',
    'book.adoc': '= Book\n\ninclude::one.adoc[]',
    'one.adoc': '== One\n\ninclude::two.adoc[]',
    'two.adoc': '== Two',
  });
  const site = await plain.open(tree, async () => ({}), {}, []);
  assert.deepEqual(
    site?.pages.map(({ file }) => file),
    ['book.adoc', 'ring.adoc', 'round.adoc', 'same.adoc'],
  );
});

test('a few links show where the docs are when nearly all of them agree', async () => {
  const pages = Object.fromEntries('abcdefgh'.split('').map((name) => [`${name}.md`, `# ${name}`]));
  const pathsWith = async (links: string): Promise<string[]> => {
    const docs = await listDocs(treeOf({ ...pages, 'a.md': links }));
    return docs.files.map(({ page }) => page.path).slice(1, 3);
  };
  const agreed = '[b](/docs/b.md) [c](/docs/c.md#x) [d](/docs/d.md) [e](/docs/e.md)';
  assert.deepEqual(await pathsWith(agreed), ['docs/b', 'docs/c']);
  assert.deepEqual(await pathsWith(`${agreed} [f](/other/f2.md)`), ['b', 'c']);
  assert.deepEqual(await pathsWith('[b](/docs/b.md) [c](/docs/c.md)'), ['b', 'c']);
});

test("items and aliases that HashiCorp's sites link to are targets, and are not shown", async () => {
  const files = {
    'website/content/page.mdx':
      '# Page\n\n## Flags ((#_flags, #old))\n\n~> **Note:** New.\n\n- `-data-dir` ((#\\_data_dir)) - Where.\n- `a.b` - One.\n- `a_b`\n- `a.b`\n\n[](#_flags) [](#old) [](#_data_dir) [](#data-dir) [](#a-b) [](#a-b-1) [](#a_b)',
  };
  const site = { ...files, 'website/package.json': '{"dependencies": {"@hashicorp/platform-docs": "1"}}' };
  const docs = await listDocs(treeOf(site));
  const parsed = await Array.fromAsync(parseDocs(docs));
  assert.deepEqual(closeLinks(docs, parsed).anchors, { checked: 7, resolved: 7 });
  const [section] = parsed[0]!.pages[0]!.sections;
  assert.equal(
    section?.text.split('\n\n[', 1)[0],
    'Note: New.\n\n- -data-dir - Where.\n- a.b - One.\n- a_b\n- a.b',
  );
  assert.equal(section?.heading, 'Flags');
  const others = await Array.fromAsync(parseDocs(await listDocs(treeOf(files))));
  assert.match(others[0]!.pages[0]!.markdown, /\(\(#old\)\)|\(\(#_flags/, 'which other sites show as it is');
});

proveFramework({
  framework: 'plain',
  files: {
    'keys.asciidoc': '= Keys\n\n== Go to\n\nSee <<other#_own,it>>.\n\n== More keys',
    'other.asciidoc':
      '= Other\n\nSee <<keys#go-to,keys>>, <<keys#more-keys,more>> and <<keys#own>>.\n\n[#own]\n== It is',
  },
  urls: { 'keys.asciidoc': '/keys', 'other.asciidoc': '/other' },
  anchors: { 'keys.asciidoc': ['go-to', 'more-keys'] },
});

test('Doxygen’s references lead to the headings with their ids', async () => {
  const docs = await listDocs(
    treeOf({
      'docs/source/Guide.md':
        'Guide    {#kit_guide}\n=====\n\nSee [below](@ref more), [Use it](@ref kit_use) and [Parser](@ref kit::Parser).\n\n## More {#more}\n\nText.\n\n```\n[a](@ref more)\n```\n',
      'docs/source/Use.md': '# Use {#kit_use}\n\nBack to [the guide](\\ref kit_guide).\n',
    }),
  );
  const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((one) => one.pages);
  const [guide, use] = pages.toSorted((one, other) => one.file.localeCompare(other.file));
  assert.deepEqual(
    guide!.links.map(({ target }) => target),
    ['#more', 'Use.md#kit_use'],
  );
  assert.match(guide!.sections.map(({ text }) => text).join('\n'), /and Parser\.[\s\S]*\[a\]\(@ref more\)/);
  assert.deepEqual(
    use!.links.map(({ target }) => target),
    ['Guide.md#kit_guide'],
  );
});

test('links below a path that the site’s templates fill in lead to the pages, and no address holds the template', async () => {
  const names = ['mail', 'cache', 'queues', 'views', 'events', 'hashing', 'logging', 'routing', 'session'];
  const files = Object.fromEntries(
    names.map((name, at) => [
      `${name}.md`,
      `# ${name}\n\nSee [it](/docs/{{version}}/${names[(at + 1) % names.length]!}#all).\n\n## All {.method .first}\n\na`,
    ]),
  );
  for (const [baseUrl, base] of [
    ['https://example.com/docs/12.x', 'https://example.com/docs/12.x'],
    ['https://example.com', 'https://example.com/docs'],
    [undefined, '/docs'],
  ] as const) {
    const docs = await listDocs(treeOf(files), { baseUrl });
    const parsed = await Array.fromAsync(parseDocs(docs));
    const page = parsed.find(({ file }) => file === 'mail.md')!.pages[0]!;
    assert.equal(page.url, `${base}/mail`);
    assert.equal(page.sections.at(-1)!.heading, 'All');
    const { paths, anchors } = closeLinks(docs, parsed);
    const all = { checked: 9, resolved: 9 };
    assert.deepEqual({ paths, anchors }, { paths: all, anchors: all });
  }
});
