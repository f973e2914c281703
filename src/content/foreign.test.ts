// Small docs of kinds that other people's sites hold, and what must be read of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { examineDocs, type DocsReport } from './examine-docs.ts';
import type { Page } from './page.ts';
import { listDocs, parseDocs } from './read-docs.ts';

async function read(
  files: Record<string, string>,
): Promise<{ pages: Map<string, Page>; report: DocsReport }> {
  const docs = await listDocs(treeOf(files));
  const parsed = await Array.fromAsync(parseDocs(docs));
  const pages = new Map(parsed.flatMap((file) => file.pages).map((page) => [page.path, page]));
  return { pages, report: examineDocs(docs, parsed) };
}

async function markdownOf(file: string, text: string, others: Record<string, string> = {}): Promise<string> {
  const { pages } = await read({ [file]: text, ...others });
  return [...pages.values()].find((page) => page.file === file)!.markdown;
}

const docusaurus = { 'docusaurus.config.js': "module.exports = { presets: [['classic', {}]] }" };
const starlight = {
  'astro.config.mjs':
    "import starlight from '@astrojs/starlight'\nexport default { integrations: [starlight({ title: 'T' })] }",
};

test('The page is what its sections are: parts in their place, no comments, no imports', async () => {
  const page = await markdownOf(
    'docs/add.md',
    "# add\n\nAdds.\n\nimport Flag from './_flag.mdx'\n\n<Flag />\n",
    {
      ...docusaurus,
      'docs/_flag.mdx': '### --cpu\n\nOverride the CPU.\n',
    },
  );
  assert.equal(page, '# add\n\nAdds.\n\n### --cpu\n\nOverride the CPU.');
  assert.equal(await markdownOf('a.md', '# A\n\n<!-- note -->\n\nText * one\n'), '# A\n\nText \\* one');
  assert.equal(
    await markdownOf('a.md', '# A\n\n* one\n* [two](b.md)\n\n```sh\nrun\n```\n'),
    '# A\n\n* one\n* [two](b.md)\n\n```sh\nrun\n```',
  );
  assert.equal(await markdownOf('a.md', '# A\n\nline one<br/>\nline two\n'), '# A\n\nline one\\\nline two');
  const exported = await markdownOf(
    'docs/v.mdx',
    'export const VER = "2.1"\n\n# V\n\nInstall {VER} now\n',
    docusaurus,
  );
  assert.equal(exported, '# V\n\nInstall 2.1 now');
});

test('Commands in a component’s attributes, aliases of paths and included Markdown are read', async () => {
  const page = await markdownOf(
    'src/content/docs/keys.mdx',
    `---\ntitle: Keys\n---\nimport Ex from "@/components/ex.md"\nimport Cta from "@fragments/cta.mdx"\n\n<CommandTabs npm="npm run keys -- -w key" cargo="cargo keys -w key" />\n\n<Ex />\n\n<Cta />\n`,
    {
      ...starlight,
      'tsconfig.json': '{ "extends": "./base.json" }',
      'base.json':
        '{ "compilerOptions": { "paths": { "@fragments/*": ["src/content/docs/_fragments/*"] } } }',
      'src/content/docs/_fragments/cta.mdx': 'Call **us**.',
      'src/components/ex.md': 'Example with <code>a</code> and {braces}.',
    },
  );
  assert.equal(
    page,
    '# Keys\n\n**npm**\n\n```\nnpm run keys -- -w key\n```\n\n**cargo**\n\n```\ncargo keys -w key\n```\n\nExample with `a` and {braces}.\n\nCall **us**.',
  );
});

test('A folder of parts holds no pages; an attachment is no description; docs that are not read are named', async () => {
  const plain = await read({
    'index.md': '# A',
    '_partials/note.mdx': 'Note',
    '.gitbook/assets/api.yaml': 'openapi: 3.0.0\npaths:\n  /a:\n    get: {}',
  });
  assert.deepEqual([...plain.pages.keys()], ['']);
  const astro = await read({
    ...starlight,
    'src/content/docs/index.md': '---\ntitle: A\n---\nA',
    'src/content/docs/_it/cta.mdx': 'Cta',
  });
  assert.deepEqual([...astro.pages.keys()], ['']);

  const versions = {
    'docusaurus.config.js':
      "module.exports = { presets: [['classic', { docs: { includeCurrentVersion: false, lastVersion: '2.x', routeBasePath: '/' } }]] }",
    'versions.json': '["2.x","1.x"]',
    'docs/new.md': '# New',
    'versioned_docs/version-1.x/old.md': '# Old',
  };
  assert.deepEqual([...(await read(versions)).pages.keys()].toSorted(), ['1.x/old', 'new']);
  const unread = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`docs/p${at}.md`, '# P']));
  const dropped = await read({ ...versions, ...unread, 'versioned_docs/version-2.x/a.md': '# A' });
  assert.deepEqual(
    dropped.report.warnings.map(({ file }) => file),
    ['docs'],
  );
  assert.match(dropped.report.warnings[0]!.message, /^6 files/);
});

test('Sound docs have no findings: text fragments, the host’s other pages, annotations, values, placeholders', async () => {
  const { report } = await read({
    'docusaurus.config.js':
      "module.exports = { url: 'https://x.example', baseUrl: '/docs/', presets: [['classic', { docs: { routeBasePath: '/' } }]] }",
    'docs/add.md':
      '# Add\n\n[x](add.md#:~:text=Adds%20a) [p](/pricing) [q](/other){{ target: "_blank" }}\n\n**{`{{input}}`}** `a`\n',
    'docs/b.md': '# B\n\nUse {"<KEY_NAME>"} here.\n',
  });
  assert.deepEqual([report.links.broken, report.noise, report.findings.lostExpressions], [[], 0, []]);
});

test('Titles and front matter as people write them', async () => {
  const { pages, report } = await read({
    'a.md': '---\ntitle: Common Errors | Guide\n---\n# Common Errors\n\nText',
    'b.md':
      "---\ntitle: 'Modules'\ndescription: 'It is common to import, for\nusage throughout it''s script.'\n---\nText",
    'c.md':
      '# C\n\n```js title="https://x.example/a.js#L54"\n1\n```\n\n```package-install\n@better-auth/x\n```\n',
  });
  assert.equal(pages.get('a')!.title, 'Common Errors');
  assert.equal(pages.get('b')!.description, "It is common to import, for usage throughout it's script.");
  assert.deepEqual(report.warnings, []);
  assert.equal(
    pages.get('c')!.markdown,
    '# C\n\n<https://x.example/a.js#L54>\n\n```js\n1\n```\n\n```sh\nnpm install @better-auth/x\n```',
  );
});

test('GitBook: spaces side by side, and operations without the link that ends', async () => {
  const summary = '# Table of contents\n\n* [Home](README.md)\n* [One](one.md)\n';
  const { pages, report } = await read({
    'en/README.md': '# Home',
    'en/SUMMARY.md': summary,
    'en/one.md':
      '# One\n\n{% openapi-operation spec="acme" path="/store/{id}" method="get" %}\n[OpenAPI acme](https://b.example/?X-Amz-Signature=abc)\n{% endopenapi-operation %}\n',
    'esp/README.md': '# Inicio',
    'esp/SUMMARY.md': summary,
    'esp/one.md': '# Uno',
  });
  assert.equal(report.framework, 'gitbook');
  assert.deepEqual([...pages.keys()].toSorted(), ['en', 'en/one', 'esp', 'esp/one']);
  assert.equal(pages.get('en/one')!.markdown, '# One\n\n`GET /store/{id}`');
});

test('Fern: operations as the SDK names them, changelogs by their day', async () => {
  const { pages } = await read({
    'fern/docs.yml':
      'instances: [{url: x.docs.buildwithfern.com}]\nnavigation:\n- page: Home\n  path: home.mdx\n- api: API Reference\n- changelog: changelog\n',
    'fern/home.mdx': '# Home',
    'fern/changelog/2025-08-20.md': 'Faster.',
    'fern/openapi.json': JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'A' },
      paths: {
        '/tts': {
          post: {
            operationId: 'tts_full',
            'x-fern-sdk-group-name': ['text_to_speech'],
            'x-fern-sdk-method-name': 'convert',
            responses: {},
          },
        },
      },
    }),
  });
  assert.equal(pages.get('changelog/2025/8/20')!.title, 'August 20, 2025');
  assert.ok(pages.has('api-reference/text-to-speech/convert'), [...pages.keys()].join(' '));
});

test('Slugs of numbered files, MyST below the root, Markdoc without a configuration', async () => {
  const sections = Array.from({ length: 10 }, (_, at) => [
    `20-core/${10 + at}-page${at}.md`,
    `# Page ${at}\n\n[next](page${(at + 1) % 10})\n`,
  ]);
  const { report } = await read(Object.fromEntries(sections));
  assert.deepEqual([report.links.internal, report.links.resolved], [10, 10]);
  const note = await markdownOf('docs/a.md', '# A\n\n:::{note}\nMind this.\n:::\n', {
    'docs/myst.yml': 'version: 1\n',
  });
  assert.equal(note, '# A\n\n> **Note:** Mind this.');
  const tags = await markdownOf('a.md', '# A\n\n{% admonition type="warning" %}\nMind.\n{% /admonition %}\n');
  assert.doesNotMatch(tags, /\{%/);
});
