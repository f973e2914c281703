import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'fumadocs',
  files: {
    'package.json': '{"dependencies":{"fumadocs-core":"15","next":"15"}}',
    'source.config.ts': `
      import { defineDocs, defineConfig } from 'fumadocs-mdx/config';
      export const docs = defineDocs({ dir: 'content/docs' });
      export const blog = defineDocs({ dir: 'content/blog', docs: { schema: frontmatterSchema } });
      export default defineConfig();`,
    'lib/source.ts': `
      import { docs, blog as posts } from '@/.source';
      import { loader } from 'fumadocs-core/source';
      export const source = loader({ baseUrl: '/manual', source: docs.toFumadocsSource() });`,
    'next.config.mjs': `const config = { basePath: '/base', redirects: async () => [{ source: '/old', destination: '/manual' }] }; export default withMDX(config);`,
    'content/docs/index.mdx': '---\ntitle: Home\n---\nHi',
    'content/docs/(group)/guide.mdx': '---\ntitle: Guide\n---\nHi',
    'content/docs/(group)/guide.cn.mdx': '---\ntitle: 指南\n---\n你好',
    'content/docs/api/index.mdx': '---\ntitle: API\n---\nHi',
    'content/docs/pair.mdx': 'One',
    'content/docs/pair/index.mdx': 'Other',
    'content/docs/v1.2 Notes.mdx': '---\ntitle: Notes\n---\nHi',
    'content/blog/first.mdx': '---\ntitle: First\n---\nHi',
    'components/part.mdx': 'Whole\n\n<section id="some">\n\nSome part.\n\n</section>\n',
    'components/code.ts': 'let a;\n',
    'content/docs/anchors.mdx': '---\ntitle: A\n---\n## Same\n\na\n\n## Same\n\nb\n\n## 名前 [#my-id]\n\nc',
    'content/docs/parts.mdx': [
      '---',
      'title: Parts',
      '---',
      '<Callout title="Heed" type="warn">Inside</Callout>',
      '',
      "<Tabs items={['npm', 'pnpm']}>",
      '<Tab value="npm">Use npm</Tab>',
      '<Tab value="pnpm">Use pnpm</Tab>',
      '</Tabs>',
      '',
      '<Files><Folder name="app"><File name="a.ts" /></Folder></Files>',
      '',
      '<Accordions><Accordion title="Why?">Because</Accordion></Accordions>',
      '',
      '<Steps><Step>First</Step></Steps>',
      '',
      '<include>../../components/part.mdx#some</include>',
      '',
      '- item',
      '',
      '  <include>../../components/part.mdx#some</include>',
      '',
      '<include cwd lang="ts">components/code.ts</include>',
    ].join('\n'),
  },
  urls: {
    'content/docs/index.mdx': '/base/manual',
    'content/docs/(group)/guide.mdx': '/base/manual/guide',
    'content/docs/(group)/guide.cn.mdx': '/base/cn/manual/guide',
    'content/docs/api/index.mdx': '/base/manual/api',
    'content/docs/pair.mdx': '/base/manual/pair',
    'content/docs/pair/index.mdx': '/base/manual/pair/index',
    'content/docs/v1.2 Notes.mdx': '/base/manual/v1.2%20Notes',
    'content/blog/first.mdx': '/base/blog/first',
    'content/docs/anchors.mdx': '/base/manual/anchors',
    'content/docs/parts.mdx': '/base/manual/parts',
  },
  anchors: { 'content/docs/anchors.mdx': ['same', 'same-1', 'my-id'] },
  versions: { 'content/docs/index.mdx': null },
  languages: { 'content/docs/index.mdx': null, 'content/docs/(group)/guide.cn.mdx': 'cn' },
  titles: { 'content/docs/index.mdx': 'Home' },
  texts: {
    'content/docs/parts.mdx': [
      'Warn: Heed\nInside',
      'npm',
      'Use npm',
      'pnpm',
      'Use pnpm',
      'app',
      'a.ts',
      'Why?',
      'Because',
      'First',
      'Some part.',
      '- item\n  Some part.',
      '```ts\nlet a;\n```',
    ].join('\n\n'),
  },
  redirects: [{ from: '/old', to: '/manual' }],
});

// Collections that the loaders' script defines, without a source.config.ts.
proveFramework({
  framework: 'fumadocs',
  files: {
    'package.json': '{"dependencies":{"fumadocs-core":"17","fumadocs-mdx":"15"}}',
    'src/lib/shared.ts': `export const docsRoute = '/handbook';`,
    'src/lib/source.ts': `
      import { loader } from 'fumadocs-core/source';
      import { defineDocs } from 'fumadocs-mdx/macro';
      import { docsRoute } from './shared';
      const docs = defineDocs({ dir: 'content/guides', docs: { schema: pageSchema } });
      const posts = defineDocs({ dir: 'content/blog' });
      export const source = loader({ baseUrl: docsRoute, source: docs.toFumadocsSource() });
      export const blog = loader({ baseUrl: '/news', source: posts.toFumadocsSource() });
      export const docsLlms = llms(source, {});`,
    'content/guides/index.mdx': '---\ntitle: Home\n---\nHi',
    'content/guides/one.mdx': '---\ntitle: One\n---\nHi',
    'content/blog/first.mdx': '---\ntitle: First\n---\nHi',
  },
  urls: {
    'content/guides/index.mdx': '/handbook',
    'content/guides/one.mdx': '/handbook/one',
    'content/blog/first.mdx': '/news/first',
  },
});

// A source of one's own, as with Astro's collections.
proveFramework({
  framework: 'fumadocs',
  files: {
    'package.json': '{"dependencies":{"fumadocs-core":"17","astro":"6"}}',
    'src/lib/source.ts': `
      import { loader } from 'fumadocs-core/source';
      export const source = loader({ baseUrl: '/', source: await createMySource() });`,
    'content/docs/index.mdx': '---\ntitle: Home\n---\nHi',
    'content/docs/one.mdx': '---\ntitle: One\n---\nHi',
  },
  urls: { 'content/docs/index.mdx': '/', 'content/docs/one.mdx': '/one' },
});

// Collections are taken of one call, and the host is that of the layout.
proveFramework({
  framework: 'fumadocs',
  files: {
    'package.json': '{"dependencies":{"fumadocs-core":"15"}}',
    'source.config.ts': `export const { docs, meta } = defineDocs({ docs: { async: true } });
      export const blog = defineCollections({ type: 'doc', dir: 'content/blog' });`,
    'lib/source.ts': `export const source = loader({ baseUrl: '/docs', source: createMDXSource(docs, meta) });
      export const posts = loader(createMDXSource(blog), { baseUrl: '/blog' });`,
    'app/layout.tsx': "export const metadata = { metadataBase: new URL('https://example.com') }",
    'content/docs/a.mdx': '# A\n\nUse `map(x){:js}`.\n\n:::warning\nMind\n:::\n\n```package-install\nx\n```',
    'content/blog/b.mdx': '# B',
  },
  urls: {
    'content/docs/a.mdx': 'https://example.com/docs/a',
    'content/blog/b.mdx': 'https://example.com/blog/b',
  },
  texts: { 'content/docs/a.mdx': 'Use map(x).\n\nWarning: Mind\n\n```sh\nnpm install x\n```' },
});

// Versions are collections, and those of generated code are known by their names alone.
proveFramework({
  framework: 'fumadocs',
  files: {
    'package.json': '{"dependencies":{"fumadocs-core":"16"}}',
    'source.config.ts': `export const docs = defineDocs({ dir: './content/docs' });
      export const docsBeta = defineDocs({ dir: './content/docs-beta' });
      export const docsOld = defineDocs({ dir: './content/docs-1.6' });
      export const posts = defineCollections({ type: 'doc', dir: './content/blogs' });`,
    'lib/source.ts': `import { docs, docsBeta, docsOld, posts } from '@/.source/server';
      export const source = loader({ baseUrl: '/docs', source: docs.toFumadocsSource() });
      export const beta = loader({ baseUrl: '/docs/beta', source: docsBeta.toFumadocsSource() });
      export const old = loader({ baseUrl: '/docs/1.6', source: docsOld.toFumadocsSource() });
      export const blog = loader({ baseUrl: '/blog', source: toFumadocsSource(posts, []) });`,
    ...Object.fromEntries(
      ['docs', 'docs-beta', 'docs-1.6'].flatMap((folder) =>
        ['a', 'b', 'c'].map((name) => [`content/${folder}/${name}.mdx`, `# ${name}`]),
      ),
    ),
    'content/blogs/p.mdx': '# P',
  },
  urls: {
    ...Object.fromEntries(
      [
        ['docs', '/docs'],
        ['docs-beta', '/docs/beta'],
        ['docs-1.6', '/docs/1.6'],
      ].flatMap(([folder, route]) =>
        ['a', 'b', 'c'].map((name) => [`content/${folder}/${name}.mdx`, `${route}/${name}`]),
      ),
    ),
    'content/blogs/p.mdx': '/blog/p',
  },
  versions: {
    'content/docs/a.mdx': null,
    'content/docs-beta/a.mdx': 'beta',
    'content/docs-1.6/a.mdx': '1.6',
  },
});
