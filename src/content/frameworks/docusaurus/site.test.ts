import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { closeLinks } from '../../link-closure.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const config = `
import { themes } from 'prism-react-renderer';
import type { Config } from '@docusaurus/types';
import path from 'node:path';
const route = 'manual';
const config: Config = {
  title: 'Site',
  url: 'https://example.com',
  baseUrl: process.env.BASE ?? '/base/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [
    ['classic', {
      docs: { path: path.resolve(__dirname, '../docs'), routeBasePath: route, sidebarPath: require.resolve('./sidebars.js') },
      theme: { customCss: './x.css' },
    } satisfies Options],
  ],
  plugins: [
    ['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'community' }],
    ['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/old', '/older'], to: '/manual/intro' }] }],
  ],
};
export default async function createConfig() { return config; }
`;

proveFramework({
  framework: 'docusaurus',
  files: {
    'website/docusaurus.config.ts': config,
    'website/sidebars.js': 'module.exports = { docs: [] }',
    'website/versions.json': '["2.0", "1.0"]',
    'website/src/pages/about.md': '# About',
    'website/community/team.md': '# Team',
    'docs/index.md': '---\ntitle: Start\n---\nWelcome.',
    'docs/01-basics/02-Set Up.md': '# Set up\n\nText',
    'docs/01-basics/README.mdx': '# Basics',
    'docs/01-basics/7.0-notes.md': '# Seven',
    'docs/2021-11-notes.md': '# Dated',
    'docs/foo/foo.md': '# Foo',
    'docs/slugs/absolute.md': '---\nslug: /elsewhere\n---\n# A',
    'docs/slugs/relative.md': '---\nslug: other\n---\n# B',
    'docs/slugs/named.md': '---\nid: renamed\n---\n# C',
    'docs/_partial.mdx': 'Shared [with](./other.md) <b>all</b>.\n',
    'docs/secret.md': '---\ndraft: true\n---\n# D',
    'docs/unlisted.md': '---\nunlisted: true\n---\n# U',
    'docs/guide/anchors.md':
      '# Title\n\n## Über `code` & more!\n\n1\n\n## Same\n\n2\n\n## Same\n\n3\n\n## Named {#my-id}\n\n4\n\n### In MDX {/* #mdx-id */}\n\n5\n\n<a id="here"></a>',
    'docs/guide/parts.mdx': [
      "import Tabs from '@theme/Tabs';",
      "import TabItem from '@theme/TabItem';",
      "import Part from '../_partial.mdx';",
      "import source from '!!raw-loader!../snippets/hello.ts';",
      '',
      ':::tip[Mind this]',
      '',
      'Inside.',
      '',
      ':::',
      '',
      '<Tabs values={[{label: "npm tab", value: "a"}]}>',
      '<TabItem value="a">',
      '',
      '```bash title="Shell"',
      'npm i',
      '```',
      '',
      '</TabItem>',
      '<TabItem value="b" label="Yarn">yarn</TabItem>',
      '</Tabs>',
      '',
      '<details><summary>More</summary>Hidden text</details>',
      '',
      '<Part />',
      '',
      '<CodeBlock language="ts">{source}</CodeBlock>',
    ].join('\n'),
    'docs/guide/not-mdx.md': 'Less < more and {braces',
    'docs/snippets/hello.ts': 'export const hi = `there`;',
    'website/versioned_docs/version-2.0/intro.md': '# Two',
    'website/versioned_docs/version-1.0/intro.md': '# One',
    'website/i18n/de/docusaurus-plugin-content-docs/current/foo/foo.md': '# Föö',
    'website/i18n/de/docusaurus-plugin-content-docs/version-2.0/intro.md': '# Zwei',
  },
  urls: {
    'docs/index.md': 'https://example.com/base/manual/next/',
    'docs/01-basics/02-Set Up.md': 'https://example.com/base/manual/next/basics/Set%20Up',
    'docs/01-basics/README.mdx': 'https://example.com/base/manual/next/basics/',
    'docs/01-basics/7.0-notes.md': 'https://example.com/base/manual/next/basics/7.0-notes',
    'docs/2021-11-notes.md': 'https://example.com/base/manual/next/2021-11-notes',
    'docs/foo/foo.md': 'https://example.com/base/manual/next/foo/',
    'docs/slugs/absolute.md': 'https://example.com/base/manual/next/elsewhere',
    'docs/slugs/relative.md': 'https://example.com/base/manual/next/slugs/other',
    'docs/slugs/named.md': 'https://example.com/base/manual/next/slugs/renamed',
    'docs/unlisted.md': 'manual/next/unlisted',
    'docs/guide/anchors.md': 'https://example.com/base/manual/next/guide/anchors',
    'docs/guide/parts.mdx': 'https://example.com/base/manual/next/guide/parts',
    'docs/guide/not-mdx.md': 'https://example.com/base/manual/next/guide/not-mdx',
    'website/versioned_docs/version-2.0/intro.md': 'https://example.com/base/manual/intro',
    'website/versioned_docs/version-1.0/intro.md': 'https://example.com/base/manual/1.0/intro',
    'website/i18n/de/docusaurus-plugin-content-docs/current/foo/foo.md':
      'https://example.com/base/de/manual/next/foo/',
    'website/i18n/de/docusaurus-plugin-content-docs/version-2.0/intro.md':
      'https://example.com/base/de/manual/intro',
    'website/community/team.md': 'https://example.com/base/community/team',
    'website/src/pages/about.md': 'https://example.com/base/about',
  },
  hidden: ['docs/unlisted.md'],
  anchors: {
    'docs/guide/anchors.md': ['title', 'über-code--more', 'same', 'same-1', 'my-id', 'mdx-id', 'here'],
  },
  versions: {
    'docs/index.md': 'next',
    'website/versioned_docs/version-2.0/intro.md': '2.0',
    'website/versioned_docs/version-1.0/intro.md': '1.0',
    'website/community/team.md': null,
  },
  languages: {
    'docs/index.md': 'en',
    'website/i18n/de/docusaurus-plugin-content-docs/version-2.0/intro.md': 'de',
  },
  titles: {
    'docs/index.md': 'Start',
    'docs/01-basics/02-Set Up.md': 'Set up',
    'docs/guide/not-mdx.md': 'Not mdx',
  },
  texts: {
    'docs/guide/parts.mdx': [
      'Tip: Mind this\nInside.',
      'npm tab',
      'Shell',
      '```bash\nnpm i\n```',
      'Yarn',
      'yarn',
      'More',
      'Hidden text',
      'Shared with all.',
      '```ts\nexport const hi = `there`;\n```',
    ].join('\n\n'),
  },
  redirects: [
    { from: '/old', to: '/manual/intro' },
    { from: '/older', to: '/manual/intro' },
  ],
});

proveFramework({
  framework: 'docusaurus',
  files: {
    'docusaurus.config.js': `
      module.exports = {
        url: 'https://example.com', baseUrl: '/',
        i18n: { defaultLocale: 'en', locales: ['en', 'fr'], localeConfigs: { fr: { path: 'fr-FR' } } },
        presets: [['classic', { docs: { routeBasePath: '/' }, blog: { routeBasePath: 'news' } }]],
        plugins: [['@docusaurus/plugin-content-blog', { id: 'releases', path: './releases', routeBasePath: 'releases' }]],
      }`,
    'docs/api/_category_.json': '{"link": {"type": "generated-index", "slug": "/reference"}}',
    'docs/plain.md': '---\nmdx:\n  format: md\n---\n# Plain\n\nA {brace} and <br> here',
    'docs/code.md': [
      '# Code',
      '',
      '```js title="a.js"',
      '// highlight-next-line',
      'a(); // [!code ++]',
      '# // [!code focus]',
      'b();',
      '```',
    ].join('\n'),
    'blog/2024-01-31-hello-world.md': '---\nid: ignored\n---\n# Hello\n\nIn\n\n<!-- truncate -->\n\nsum',
    'blog/2021/08/26-welcome/index.mdx': '---\ntitle: Welcome\n---\n\n{/* truncate */}\n\ntext',
    'blog/named.md': '---\nslug: /of/its/own\n---\n# Named',
    'blog/_draft.md': '# No page',
    'blog/authors.yml': 'a: {name: A}',
    'releases/1.0.md': '# 1.0',
    'i18n/fr-FR/docusaurus-plugin-content-blog/2024-01-31-hello-world.md': '# Bonjour',
  },
  urls: {
    'docs/plain.md': 'https://example.com/plain',
    'docs/code.md': 'https://example.com/code',
    'blog/2024-01-31-hello-world.md': 'https://example.com/news/2024/01/31/hello-world',
    'blog/2021/08/26-welcome/index.mdx': 'https://example.com/news/2021/08/26/welcome',
    'blog/named.md': 'https://example.com/news/of/its/own',
    'releases/1.0.md': 'https://example.com/releases/1.0',
    'i18n/fr-FR/docusaurus-plugin-content-blog/2024-01-31-hello-world.md':
      'https://example.com/fr/news/2024/01/31/hello-world',
  },
  languages: { 'i18n/fr-FR/docusaurus-plugin-content-blog/2024-01-31-hello-world.md': 'fr' },
  titles: { 'blog/2021/08/26-welcome/index.mdx': 'Welcome' },
  texts: {
    'blog/2024-01-31-hello-world.md': 'In\n\nsum',
    'docs/plain.md': 'A {brace} and here',
    'docs/code.md': 'a.js\n\n```js\na();\n#\nb();\n```',
  },
});

const api = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 'Pet Store' },
  paths: { '/pets': { get: { operationId: 'listAllPets', description: 'Lists pets.' } } },
});

// A description is served from `static`, or its plugin has written a page for each operation.
proveFramework({
  framework: 'docusaurus',
  files: {
    'site/docusaurus.config.js': `
      module.exports = {
        url: 'https://example.com', baseUrl: '/base/',
        presets: [
          ['classic', { docs: { routeBasePath: '/' } }],
          ['redocusaurus', { specs: [{ spec: 'specs/shop.json', route: '/shop/' }] }],
        ],
        plugins: [['docusaurus-plugin-openapi-docs', { id: 'api', docsPluginId: 'classic', config: {
          pets: { specPath: 'specs/pets.json', outputDir: 'docs/reference/pets' },
          all: { specPath: 'specs/all/', outputDir: 'docs/all' },
        } }]],
      }`,
    'site/docs/intro.md': '# Intro',
    'site/docs/reference/pets/list-all-pets.api.mdx': '---\nid: list-all-pets\n---\n<StatusCodes />',
    'site/docs/all/list-all-pets.api.mdx': '---\nid: list-all-pets\n---\n<StatusCodes />',
    'site/specs/pets.json': api,
    'site/specs/shop.json': api,
    'site/specs/all/v1/zoo.json': api,
    'site/static/v2/openapi.json': api,
  },
  urls: {
    'site/docs/intro.md': 'https://example.com/base/intro',
    'site/specs/pets.json#': 'https://example.com/base/reference/pets/pet-store',
    'site/specs/pets.json#/paths/~1pets/get': 'https://example.com/base/reference/pets/list-all-pets',
    'site/specs/shop.json#': 'https://example.com/base/shop',
    'site/specs/shop.json#/paths/~1pets/get': 'https://example.com/base/shop',
    'site/specs/all/v1/zoo.json#': 'https://example.com/base/all/pet-store',
    'site/specs/all/v1/zoo.json#/paths/~1pets/get': 'https://example.com/base/all/list-all-pets',
    'site/static/v2/openapi.json#': 'https://example.com/base/v2/openapi.json',
    'site/static/v2/openapi.json#/paths/~1pets/get': 'https://example.com/base/v2/openapi.json',
  },
});

// A file is the index of its folder by its name as written; pages, blogs and languages may have addresses of their own.
proveFramework({
  framework: 'docusaurus',
  files: {
    'docusaurus.config.ts': `
      export default async () => ({
        url: 'https://example.com', baseUrl: '/base/',
        i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'pt-BR'], localeConfigs: { 'pt-BR': { path: 'pt', baseUrl: '/base/pt/' } } },
        presets: [['classic', {
          blog: { routeBasePath: 'journal', tagsBasePath: 'topics', archiveBasePath: 'old', authorsBasePath: 'people' },
          pages: { path: 'src/site', routeBasePath: '/x' },
        }]],
      })`,
    'docs/04-same/same.md': '# Not the index',
    'docs/05-deep/05-deep.md': '# The index',
    'docs/unit.test.md': '# About tests',
    'src/site/about.md': '# About',
    'src/site/named.md': '---\nslug: other/name\n---\n# Named',
    'src/site/notes.test.md': '# Notes',
    'src/site/_part.md': '# No page',
    'i18n/fr/docusaurus-plugin-content-pages/about.md': '# À propos',
    'i18n/pt/docusaurus-plugin-content-docs/current/04-same/same.md': '# Não',
    'i18n/pt/docusaurus-plugin-content-blog/2024-01-31-hello.md': '# Olá',
  },
  urls: {
    'docs/04-same/same.md': 'https://example.com/base/docs/same/same',
    'docs/05-deep/05-deep.md': 'https://example.com/base/docs/deep/',
    'docs/unit.test.md': 'https://example.com/base/docs/unit.test',
    'src/site/about.md': 'https://example.com/base/x/about',
    'src/site/named.md': 'https://example.com/base/x/other/name',
    'src/site/notes.test.md': 'https://example.com/base/x/notes.test',
    'i18n/fr/docusaurus-plugin-content-pages/about.md': 'https://example.com/base/fr/x/about',
    'i18n/pt/docusaurus-plugin-content-docs/current/04-same/same.md':
      'https://example.com/base/pt/docs/same/same',
    'i18n/pt/docusaurus-plugin-content-blog/2024-01-31-hello.md':
      'https://example.com/base/pt/journal/2024/01/31/hello',
  },
  languages: { 'i18n/fr/docusaurus-plugin-content-pages/about.md': 'fr' },
});

test('knows what Docusaurus generates for a blog and from React, where the configuration has moved it', async () => {
  const docs = await listDocs(
    treeOf({
      'docusaurus.config.js': `module.exports = { url: 'https://example.com', baseUrl: '/', presets: [['classic', {
        blog: { tagsBasePath: 'topics', archiveBasePath: 'old', authorsBasePath: 'people' },
        pages: { path: 'src/site', routeBasePath: 'x' },
      }]] }`,
      'docs/links.md': '[a](/blog/topics) [b](/blog/people/joe) [c](/blog/old) [d](/x/app) [e](/gone)',
      'src/site/app.tsx': 'export default () => null;',
    }),
  );
  const { broken } = closeLinks(docs, await Array.fromAsync(parseDocs(docs)));
  const why = Object.fromEntries(broken.map(({ target, why }) => [target, why]));
  assert.deepEqual(why, {
    '/blog/topics': 'generated',
    '/blog/people/joe': 'generated',
    '/blog/old': 'generated',
    '/x/app': 'generated',
    '/gone': 'stale',
  });
});

test('a version that the list names and no folder holds is said', async () => {
  const { warnings } = await listDocs(
    treeOf({
      'docusaurus.config.js': 'module.exports = {};',
      'versions.json': '["2.0", "1.0"]',
      'docs/index.md': '# Next',
      'versioned_docs/version-2.0/index.md': '# Two',
    }),
  );
  assert.deepEqual(
    warnings.map(({ file }) => file),
    ['versioned_docs/version-1.0'],
  );
});
