import { proveFramework } from '../../../../test/contract/framework.ts';

const page = [
  '## 1. Über x -- y',
  '',
  '### New :badge[Beta]{color="x"} {#own}',
  '',
  '::card-group',
  '  :::card{title="Go" to="/docs/guide"}',
  '  Inner with `code`{lang="ts"} at 10:30.',
  '',
  '  ```ts [a.ts]',
  '  ::not-a-component',
  '  ```',
  '  :::',
  '::',
  '',
  '- item',
  '  ::tip',
  '  In the item',
  '  ::',
  '- next',
  '',
  '::accordion',
  '---',
  'title: Questions',
  '---',
  '#default',
  'Slot with a [span]{.x} and :kbd{value="meta"}.',
  '::',
  '',
  ':read-more{title="More" to="/docs/more"}',
].join('\n');

proveFramework({
  framework: 'nuxt-content',
  files: {
    'docs/package.json': '{"dependencies":{"@nuxt/content":"3"}}',
    'docs/nuxt.config.ts':
      "export default defineNuxtConfig({ site: { url: 'https://example.com' }, app: { baseURL: '/x/' }, routeRules: { '/old': { redirect: '/docs' }, '/x': { ssr: false } } })",
    'docs/content.config.ts': `export default defineContentConfig({ collections: {
      docs: defineCollection({ type: 'page', source: [{ include: 'docs/**/*', exclude: ['docs/old/**'] }] }),
      en: defineCollection({ type: 'page', source: { include: 'en/**', prefix: '/' } }),
      data: defineCollection({ type: 'data', source: 'data/*.md' }) } })`,
    'docs/content/docs/1.getting-started/2.Set up.md': page,
    'docs/content/docs/1.getting-started/0.index.md': '# Start',
    'docs/content/docs/v1.2.3/notes.md': '# Notes',
    'docs/content/docs/old/a.md': '# Old',
    'docs/content/en/2.legal.md': '# Legal',
    'docs/content/data/a.md': '# Data',
  },
  urls: {
    'docs/content/docs/1.getting-started/2.Set up.md': 'https://example.com/x/docs/getting-started/set-up',
    'docs/content/docs/1.getting-started/0.index.md': 'https://example.com/x/docs/getting-started',
    'docs/content/docs/v1.2.3/notes.md': 'https://example.com/x/docs/v1.2.3/notes',
    'docs/content/en/2.legal.md': 'https://example.com/x/legal',
  },
  redirects: [{ from: '/old', to: '/docs' }],
  anchors: { 'docs/content/docs/1.getting-started/2.Set up.md': ['_1-über-x-y', 'own'] },
  texts: {
    'docs/content/docs/1.getting-started/2.Set up.md': [
      'Go',
      'Inner with code at 10:30.',
      'a.ts',
      '```ts\n::not-a-component\n```',
      '- item\n  Tip: In the item\n- next',
      'Questions',
      'Slot with a span and meta.',
      'More',
    ].join('\n\n'),
  },
});

// undocs, and pages without their configuration.
proveFramework({
  framework: 'nuxt-content',
  files: {
    'docs/.config/docs.yaml': 'name: X\nurl: https://x.example.com',
    'docs/1.guide/1.start.md': '# Start',
    'docs/2.index.md': '# Home',
  },
  urls: {
    'docs/1.guide/1.start.md': 'https://x.example.com/guide/start',
    'docs/2.index.md': 'https://x.example.com/',
  },
});

proveFramework({
  framework: 'nuxt-content',
  files: {
    '1.guide/1.start.md': '# Start\n\n::note\nOne\n::',
    '1.guide/2.more.md': '# More\n\n::tip{icon="x"}\nTwo\n::',
    '0.index.md': '# Home',
  },
  urls: { '1.guide/1.start.md': '/guide/start', '1.guide/2.more.md': '/guide/more', '0.index.md': '/' },
});
