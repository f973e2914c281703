import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'nextra',
  files: {
    'package.json': '{"dependencies":{"nextra":"4.0.0","next":"15"}}',
    'next.config.mjs': `
      import nextra from 'nextra'
      const withIntl = createIntl()
      const withNextra = nextra({ contentDirBasePath: '/docs', latex: true })
      const config = withIntl(withNextra({
        i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
        async redirects() { return [{ source: '/old', destination: '/docs/guide', permanent: true }] },
      }))
      export default { ...config, basePath: '/base' }`,
    'content/en/_meta.ts': `export default { index: 'Home', untitled: { title: 'From navigation' } }`,
    'content/en/index.mdx': '# Welcome',
    'content/en/untitled.mdx': 'Text',
    'content/en/guide/index.mdx': '# Guide',
    'content/en/guide/v1.2 Notes.mdx': '# Notes',
    'content/de/guide/index.mdx': '# Anleitung',
    'app/(marketing)/about/page.mdx': '# About',
    'app/blog/[slug]/page.mdx': '# Generated',
    'components/part.mdx': 'Shared part.',
    'content/en/anchors.mdx':
      "export const ver = '2.1'\n\n# Page\n\n## Page\n\n## For {ver} <Icon />\n\n## Same\n\na\n\n## Same\n\nb\n\n## Named [#My.Id]\n\nc\n\n## Again [#same]\n\n<details>\n<summary>Read more</summary>\nd\n</details>",
    'content/en/parts.mdx': [
      "import { Tabs, Callout, Steps, Cards, FileTree } from 'nextra/components'",
      "import Part from '../../components/part.mdx'",
      '',
      '<Callout type="info">Inside</Callout>',
      '',
      "<Tabs items={['npm', 'pnpm']}>",
      '  <Tabs.Tab>Use npm</Tabs.Tab>',
      '  <Tabs.Tab>Use pnpm</Tabs.Tab>',
      '</Tabs>',
      '',
      '<Cards><Cards.Card title="Next" href="/docs/next" /></Cards>',
      '',
      '<FileTree><FileTree.Folder name="app"><FileTree.File name="page.mdx" /></FileTree.Folder></FileTree>',
      '',
      '```js filename="a.js" copy',
      'let a',
      '```',
      '',
      '<Part />',
    ].join('\n'),
  },
  urls: {
    'content/en/index.mdx': '/base/en/docs',
    'content/en/untitled.mdx': '/base/en/docs/untitled',
    'content/en/guide/index.mdx': '/base/en/docs/guide',
    'content/en/guide/v1.2 Notes.mdx': '/base/en/docs/guide/v1.2%20Notes',
    'content/de/guide/index.mdx': '/base/de/docs/guide',
    'app/(marketing)/about/page.mdx': '/base/about',
    'content/en/anchors.mdx': '/base/en/docs/anchors',
    'content/en/parts.mdx': '/base/en/docs/parts',
  },
  anchors: {
    'content/en/anchors.mdx': ['page', 'for-ver-', 'same', 'same-1', 'myid', 'same-2', 'read-more'],
  },
  versions: { 'content/en/index.mdx': null },
  languages: { 'content/en/index.mdx': 'en', 'content/de/guide/index.mdx': 'de' },
  titles: { 'content/en/index.mdx': 'Welcome', 'content/en/untitled.mdx': 'Untitled' },
  texts: {
    'content/en/parts.mdx': [
      'Info: Inside',
      'npm',
      'Use npm',
      'pnpm',
      'Use pnpm',
      'Next',
      'app',
      'page.mdx',
      'a.js',
      '```js\nlet a\n```',
      'Shared part.',
    ].join('\n\n'),
  },
  redirects: [{ from: '/old', to: '/docs/guide' }],
});

// A package of components brings it, and its configuration wraps the whole.
proveFramework({
  framework: 'nextra',
  files: {
    'website/package.json': '{"dependencies":{"@theguild/components":"8","next":"15"}}',
    'website/next.config.js': "export default withGuildDocs({ output: 'export', basePath: '/graphql/yoga' })",
    'website/src/pages/docs/a.mdx': '# A',
  },
  urls: { 'website/src/pages/docs/a.mdx': '/graphql/yoga/docs/a' },
});
