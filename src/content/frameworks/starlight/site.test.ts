import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'starlight',
  files: {
    'package.json': '{"dependencies":{"@astrojs/starlight":"1"}}',
    'astro.config.mjs': `
      import { defineConfig } from 'astro/config';
      import starlight from '@astrojs/starlight';
      export const locales = { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: '简体中文', lang: 'zh-CN' } };
      const site = process.env.SITE || 'https://example.com';
      export default defineConfig({
        site, base: '/docs', trailingSlash: 'always',
        redirects: { '/old': '/new', '/gone': { status: 302, destination: '/guides/a/' } },
        integrations: [starlight({ title: 'T', locales, sidebar: [{ label: 'G', items: [{ label: 'From navigation', slug: 'guides/untitled' }] }] }), react()],
      });`,
    'src/content/docs/index.mdx': '---\ntitle: Home\ntemplate: splash\n---\nHi',
    'src/content/docs/guides/v1.2/users.list.md': '---\ntitle: Users\n---\nA',
    'src/content/docs/(group)/Über Uns.md': '---\ntitle: About\n---\nB',
    'src/content/docs/guides/index.md': '---\ntitle: Guides\n---\nC',
    'src/content/docs/guides/untitled.md': 'D',
    'src/content/docs/guides/moved.md': '---\ntitle: Moved\nslug: elsewhere/here\n---\nE',
    'src/content/docs/_part.mdx': 'Shared part.',
    'src/content/docs/_same.mdx': '## Same\n\nPart.',
    // Ids are made of headings as they are written, on each imported page anew.
    'src/content/docs/guides/written.mdx':
      "---\ntitle: Written\n---\nimport Same from '../_same.mdx';\nexport const version = '2.4.1';\n\n## Install v{version}\n\na\n\n<Same />\n\n## Same\n\nb\n\n## It's -- a --- {version}\n\nc",
    'src/content/docs/_internal/page.md': '---\ntitle: Internal\n---\nText.',
    'src/content/docs/draft.md': '---\ntitle: Draft\ndraft: true\n---\nF',
    'src/content/docs/quiet.md': '---\ntitle: Quiet\npagefind: false\n---\nG',
    'src/content/docs/zh-cn/guides/index.md': '---\ntitle: 指南\n---\nH',
    'src/content/docs/guides/anchors.md':
      '---\ntitle: Anchors\n---\n## --flag and `--flag`\n\na\n\n## “Quoted” ... text\n\nb\n\n## Same\n\nc\n\n## Same\n\nd',
    'src/content/docs/guides/parts.mdx': [
      '---',
      'title: Parts',
      '---',
      "import { Tabs, TabItem, Steps, Card, Aside, FileTree } from '@astrojs/starlight/components';",
      "import Part from '../_part.mdx';",
      "import { Content as Named } from '../_named.md';",
      '',
      ':::caution[Careful]',
      'Inside',
      ':::',
      '',
      '<Aside type="tip">Good idea</Aside>',
      '',
      '<Tabs>',
      '  <TabItem label="npm" icon="npm">Use npm</TabItem>',
      '</Tabs>',
      '',
      '<Steps>',
      '',
      '1. First',
      '2. Second',
      '',
      '</Steps>',
      '',
      '<Card title="A card" icon="x">Body</Card>',
      '<LinkCard title="Go" href="/guides/" description="Read on" />',
      '',
      '<FileTree>',
      '- src',
      '  - a.ts',
      '</FileTree>',
      '',
      '<Part />',
      '',
      '<Named />',
    ].join('\n'),
    'src/content/docs/_named.md': 'Imported by name.',
    'src/content/docs/404.md': '---\ntitle: Not found\n---\nNothing is here.',
    'src/content/docs/guides/tags.mdoc':
      '---\ntitle: Tags\n---\n{% aside type="note" title="Heed" %}\nInside\n{% /aside %}\n\n{% tabs %}\n{% tabitem label="One" %}\nFirst\n{% /tabitem %}\n{% /tabs %}\n',
  },
  urls: {
    'src/content/docs/_internal/page.md': 'https://example.com/docs/_internal/page/',
    'src/content/docs/index.mdx': 'https://example.com/docs/',
    'src/content/docs/guides/v1.2/users.list.md': 'https://example.com/docs/guides/v12/userslist/',
    'src/content/docs/(group)/Über Uns.md': 'https://example.com/docs/group/%C3%BCber-uns/',
    'src/content/docs/guides/index.md': 'https://example.com/docs/guides/',
    'src/content/docs/guides/untitled.md': 'https://example.com/docs/guides/untitled/',
    'src/content/docs/guides/moved.md': 'https://example.com/docs/elsewhere/here/',
    'src/content/docs/quiet.md': 'quiet',
    'src/content/docs/zh-cn/guides/index.md': 'https://example.com/docs/zh-cn/guides/',
    'src/content/docs/guides/anchors.md': 'https://example.com/docs/guides/anchors/',
    'src/content/docs/guides/written.mdx': 'https://example.com/docs/guides/written/',
    'src/content/docs/guides/parts.mdx': 'https://example.com/docs/guides/parts/',
    'src/content/docs/guides/tags.mdoc': 'https://example.com/docs/guides/tags/',
  },
  hidden: ['src/content/docs/quiet.md'],
  anchors: {
    'src/content/docs/guides/anchors.md': ['flag-and---flag', 'quoted--text', 'same', 'same-1'],
    'src/content/docs/guides/written.mdx': ['install-vversion', 'same', 'its--a--version'],
  },
  versions: { 'src/content/docs/index.mdx': null },
  languages: { 'src/content/docs/index.mdx': 'en', 'src/content/docs/zh-cn/guides/index.md': 'zh-CN' },
  titles: { 'src/content/docs/index.mdx': 'Home', 'src/content/docs/guides/untitled.md': 'From navigation' },
  texts: {
    'src/content/docs/guides/parts.mdx': [
      'Caution: Careful\nInside',
      'Tip: Good idea',
      'npm',
      'Use npm',
      '1. First\n2. Second',
      'A card',
      'Body',
      'Go',
      'Read on',
      '- src\n  - a.ts',
      'Shared part.',
      'Imported by name.',
    ].join('\n\n'),
    'src/content/docs/guides/tags.mdoc': 'Note: Heed\nInside\n\nOne\n\nFirst',
  },
  redirects: [
    { from: '/old', to: '/new' },
    { from: '/gone', to: '/guides/a/' },
  ],
});

// The default language is in a folder of its own.
proveFramework({
  framework: 'starlight',
  files: {
    'astro.config.mjs': `
      import starlight from '@astrojs/starlight';
      export default { site: 'https://example.com', integrations: [starlight({ title: 'T', defaultLocale: 'en',
        locales: { en: { label: 'English' }, de: { label: 'Deutsch' } } })] }`,
    'src/content/docs/en/index.md':
      '---\ntitle: Home\nhero:\n  tagline: Small\n  actions:\n    - { text: Go, link: /en/ }\n---\n',
    'src/content/docs/de/index.md': '---\ntitle: Start\n---\nDas',
  },
  urls: {
    'src/content/docs/en/index.md': 'https://example.com/en/',
    'src/content/docs/de/index.md': 'https://example.com/de/',
  },
  languages: { 'src/content/docs/en/index.md': 'en', 'src/content/docs/de/index.md': 'de' },
  texts: { 'src/content/docs/en/index.md': 'Small\n\nGo' },
});

// Pages are files, and their sources are where the collection's loader reads them.
proveFramework({
  framework: 'starlight',
  files: {
    'site/astro.config.mjs': `
      import starlight from '@astrojs/starlight';
      export default { site: 'https://example.com', srcDir: './code', build: { format: 'file' }, trailingSlash: 'never',
        integrations: [starlight({ title: 'T' })] }`,
    'site/code/content.config.ts': `
      import { glob } from 'astro/loaders';
      export const collections = { docs: defineCollection({ loader: glob({ base: './pages-of-docs', pattern: '**/*.md' }) }) };`,
    'site/pages-of-docs/index.md': '---\ntitle: Home\n---\nHi',
    'site/pages-of-docs/guides/index.md': '---\ntitle: Guides\n---\nA',
    'site/pages-of-docs/guides/one.md': '---\ntitle: One\n---\nB',
  },
  urls: {
    'site/pages-of-docs/index.md': 'https://example.com/',
    'site/pages-of-docs/guides/index.md': 'https://example.com/guides.html',
    'site/pages-of-docs/guides/one.md': 'https://example.com/guides/one.html',
  },
});

// Ids of headings without typographic replacements.
proveFramework({
  framework: 'starlight',
  files: {
    'astro.config.mjs': `
      import starlight from '@astrojs/starlight';
      export default { site: 'https://example.com', markdown: { smartypants: false }, integrations: [starlight({ title: 'T' })] }`,
    'src/content/docs/a.md': '---\ntitle: A\n---\n## The `--flag` -- and "this"\n\nText',
  },
  urls: { 'src/content/docs/a.md': 'https://example.com/a/' },
  anchors: { 'src/content/docs/a.md': ['the---flag----and-this'] },
});
