import { proveFramework } from '../../../test/contract/framework.ts';

proveFramework({
  framework: 'rspress',
  files: {
    'website/rspress.config.ts': `
      import path from 'node:path';
      const SITE = 'https://example.com';
      export default defineConfig({
        root: path.join(__dirname, 'docs'), base: '/x/', lang: 'en', route: { exclude: ['**/fragments/**'] },
        multiVersion: { default: 'v2', versions: ['v1', 'v2'] },
        plugins: [pluginRss({ siteUrl: SITE })],
        themeConfig: { locales: [{ lang: 'en' }, { lang: 'zh' }] },
      });`,
    'website/docs/v2/en/guide/start.mdx': [
      "import Part from '../fragments/part.mdx';",
      '',
      '# Start \\{#begin}',
      '',
      ':::tip{title="Mind"}',
      'This.',
      ':::',
      '',
      '<Part />',
    ].join('\n'),
    'website/docs/v2/en/fragments/part.mdx': 'Shared.',
    'website/docs/v2/en/index.md': '---\npageType: home\nhero:\n  name: Name\n  tagline: Small\n---',
    'website/docs/v2/zh/guide/start.mdx': '# 开始',
    'website/docs/v1/en/guide/start.mdx': '# Old start',
    'website/docs/v2/en/guide/_part.mdx': 'Left out.',
  },
  urls: {
    'website/docs/v2/en/guide/start.mdx': 'https://example.com/x/guide/start',
    'website/docs/v2/en/index.md': 'https://example.com/x/',
    'website/docs/v2/zh/guide/start.mdx': 'https://example.com/x/zh/guide/start',
    'website/docs/v1/en/guide/start.mdx': 'https://example.com/x/v1/guide/start',
  },
  anchors: { 'website/docs/v2/en/guide/start.mdx': ['begin'] },
  versions: {
    'website/docs/v2/en/guide/start.mdx': 'v2',
    'website/docs/v1/en/guide/start.mdx': 'v1',
  },
  languages: {
    'website/docs/v2/en/guide/start.mdx': 'en',
    'website/docs/v2/zh/guide/start.mdx': 'zh',
  },
  texts: { 'website/docs/v2/en/guide/start.mdx': 'Tip: Mind\nThis.\n\nShared.' },
});
