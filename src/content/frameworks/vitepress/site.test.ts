import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { listDocs } from '../../read-docs.ts';
import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'vitepress',
  files: {
    'docs/.vitepress/config/index.ts': `
      import { defineConfig } from 'vitepress'
      import { withMermaid } from 'vitepress-plugin-mermaid'
      import { shared } from './shared'
      import de from './de'
      export default withMermaid(defineConfig({
        ...shared,
        locales: { root: { label: 'English', lang: 'en-US' }, de: { label: 'Deutsch', ...de }, fr: { link: 'https://fr.example.com' } },
        rewrites: { 'packages/:name/README.md': 'packages/:name.md', 'old/:rest*': 'new/:rest*', 'pkg/:name/docs/(.*)': ':name/(.*)', 'num/:id(\\\\d+).md': 'n/:id.md', 'lang/:to(de|fr)/:page.md': ':page-:to.md' },
        srcExclude: ['**/TODO.md'],
      }))`,
    'docs/.vitepress/config/shared.ts': `export const shared = defineConfig({
      base: '/base/', cleanUrls: true, sitemap: { hostname: 'https://example.com' },
      themeConfig: { sidebar: { '/guide/': [{ text: 'Guide', items: [{ text: 'From navigation', link: '/guide/untitled' }] }] } },
    })`,
    'docs/.vitepress/config/de.ts': `export default { lang: 'de-DE', themeConfig: {} }`,
    'docs/_redirects': '/gone  /guide/  301\n# comment',
    'docs/index.md': '---\nlayout: home\ntitle: Home\n---\nHi',
    'docs/guide/index.md': '# Guide',
    'docs/guide/README.md': '# Read me',
    'docs/guide/v1.2/Set Up.md': '# Set up',
    'docs/guide/untitled.md': 'No heading',
    'docs/guide/TODO.md': '# To do',
    'docs/guide/[id].md': '# Generated',
    'docs/packages/core/README.md': '# Core',
    'docs/old/deep/page.md': '# Moved',
    'docs/pkg/kit/docs/use/it.md': '# Use it',
    'docs/num/12.md': '# Twelve',
    'docs/num/about.md': '# About numbers',
    'docs/lang/fr/eau.md': '# Eau',
    'docs/lang/nl/water.md': '# Water',
    'docs/de/guide/index.md': '# Anleitung',
    'docs/drafts.md': '---\nsearch: false\n---\n# Not searched',
    'docs/guide/anchors.md':
      '---\ntool: Anvil\n---\n# Ünï & "Co." \n\n## 1. Step\n\na\n\n## `config.base` <Badge text="1.0" />\n\nb\n\n## Same\n\nc\n\n## Same\n\nd\n\n## 名前 {#name}\n\ne\n\n## 名前\n\nf\n\n## :rocket: Go at 10:30:00 `:rocket:`\n\ng\n\n## {{ $frontmatter.tool }} setup\n\nh',
    'docs/guide/parts.md': [
      '<script setup>',
      "import X from './X.vue'",
      '</script>',
      '',
      '::: warning {#careful}',
      'Careful with **this**.',
      ':::',
      '',
      '::: details Click me',
      'Inside.',
      '',
      '```js{1,3} [a.js]',
      'let a',
      '```',
      ':::',
      '',
      '::: code-group',
      '',
      '```sh [npm]',
      'npm i',
      '```',
      '',
      '```sh [pnpm]',
      'pnpm i',
      '```',
      '',
      ':::',
      '',
      '<!--@include: ./part.md{2,}-->',
      '',
      '<<< @/snippets/code.ts#shown{1 ts:line-numbers} [Code]',
    ].join('\n'),
    'docs/guide/part.md': 'Skipped\nIncluded [link](./other.md)\n',
    'docs/snippets/code.ts': 'hidden()\n// #region shown\nshown()\n// #endregion shown\n',
  },
  urls: {
    'docs/index.md': 'https://example.com/base/',
    'docs/guide/index.md': 'https://example.com/base/guide/',
    'docs/guide/README.md': 'https://example.com/base/guide/README',
    'docs/guide/v1.2/Set Up.md': 'https://example.com/base/guide/v1.2/Set%20Up',
    'docs/guide/untitled.md': 'https://example.com/base/guide/untitled',
    'docs/packages/core/README.md': 'https://example.com/base/packages/core',
    'docs/old/deep/page.md': 'https://example.com/base/new/deep/page',
    'docs/pkg/kit/docs/use/it.md': 'https://example.com/base/kit/use/it',
    'docs/num/12.md': 'https://example.com/base/n/12',
    'docs/num/about.md': 'https://example.com/base/num/about',
    'docs/lang/fr/eau.md': 'https://example.com/base/eau-fr',
    'docs/lang/nl/water.md': 'https://example.com/base/lang/nl/water',
    'docs/de/guide/index.md': 'https://example.com/base/de/guide/',
    'docs/drafts.md': 'drafts',
    'docs/guide/anchors.md': 'https://example.com/base/guide/anchors',
    'docs/guide/parts.md': 'https://example.com/base/guide/parts',
    'docs/guide/part.md': 'https://example.com/base/guide/part',
  },
  hidden: ['docs/drafts.md'],
  anchors: {
    'docs/guide/anchors.md': [
      'uni-co',
      '_1-step',
      'config-base',
      'same',
      'same-1',
      'name',
      '名前',
      'go-at-10-30-00-rocket',
      'frontmatter-tool-setup',
    ],
  },
  versions: { 'docs/index.md': null },
  languages: { 'docs/index.md': 'en-US', 'docs/de/guide/index.md': 'de-DE' },
  titles: {
    'docs/index.md': 'Home',
    'docs/guide/untitled.md': 'From navigation',
    'docs/guide/index.md': 'Guide',
  },
  texts: {
    'docs/guide/parts.md': [
      'Warning: Careful with this.',
      'Click me',
      'Inside.',
      'a.js',
      '```js\nlet a\n```',
      'npm',
      '```sh\nnpm i\n```',
      'pnpm',
      '```sh\npnpm i\n```',
      'Included link',
      'Code',
      '```ts\nshown()\n```',
    ].join('\n\n'),
  },
  redirects: [{ from: '/gone', to: '/guide/' }],
});

proveFramework({
  framework: 'vitepress',
  files: {
    '.vitepress/config.mts': 'export default { cleanUrls: true }',
    'data.ts': "export const version = '3.1'",
    'index.md':
      '---\nlayout: home\nhero:\n  name: Tool\n  text: Fast\n  tagline: And small\n  actions:\n    - { text: Start, link: /guide }\nfeatures:\n  - { title: Typed, details: All of it }\n---\n',
    'guide.md': [
      '---\nport: 80\n---',
      '<script setup>',
      "import { version } from './data'",
      "const tool = 'Anvil'",
      '</script>',
      '',
      '# Guide {#the-guide .big}',
      '',
      '[[toc]]',
      '',
      "{{ tool }} {{ version }} on {{ $frontmatter.port }} of {{ host() }}, {{ '{{' }}. <b v-pre>{{ shown }}</b>",
      '',
      '::: tip <b>By</b> {{ tool }}',
      'Told.',
      ':::',
      '',
      '::: v-pre',
      'Also {{ this }}',
      ':::',
      '',
      '<Button @click="go" :to="x">Press</Button> ![picture](./a.png){width=100}',
      '',
      ':::tabs key:os',
      '== tab Linux',
      'one',
      '== tab Windows',
      'two',
      ':::',
      '',
      '::: code-group',
      '```ts:line-numbers {1} [config.ts]',
      'a() // [!code focus]',
      '```',
      ':::',
    ].join('\n'),
  },
  urls: { 'index.md': '/', 'guide.md': '/guide' },
  anchors: { 'guide.md': ['the-guide'] },
  titles: { 'index.md': 'Tool' },
  texts: {
    'index.md': 'Fast\n\nAnd small\n\nStart\n\nTyped: All of it',
    'guide.md': [
      'Anvil 3.1 on 80 of , {{. {{ shown }}',
      'Tip: By Anvil\nTold.',
      'Also {{ this }}',
      'Press picture',
      'Linux',
      'one',
      'Windows',
      'two',
      'config.ts',
      '```ts\na()\n```',
    ].join('\n\n'),
  },
});

test('An empty configuration is read, and one that only running it would give is a warning', async () => {
  const warningsOf = async (config: string) =>
    (await listDocs(treeOf({ '.vitepress/config.ts': config, 'a.md': '# A' }))).warnings.length;
  for (const config of ['export default {}', 'export default defineConfig({})'])
    assert.equal(await warningsOf(config), 0);
  assert.equal(await warningsOf('export default defineConfig(make())'), 1);
});

proveFramework({
  framework: 'vitepress',
  files: {
    'docs/.vuepress/config.js':
      "module.exports = { base: '/tool/', patterns: ['**/*.md', '!parts'], themeConfig: { sidebar: ['/guide/'] } }",
    'docs/parts/note.md': 'A part',
    'docs/guide/moved.md': '---\npermalink: /elsewhere/\n---\n# Moved',
    'docs/README.md': '# Home',
    'docs/guide/README.md': '# Guide\n\n::: tip\nMind\n:::',
    'docs/guide/set-up.md': '# Set up\n\n## Step 1\n\n[guide](./README.md)\n\n## Set up',
  },
  urls: {
    'docs/README.md': '/tool/',
    'docs/guide/README.md': '/tool/guide/',
    'docs/guide/set-up.md': '/tool/guide/set-up.html',
    'docs/guide/moved.md': '/tool/elsewhere/',
  },
  anchors: { 'docs/guide/set-up.md': ['set-up', 'step-1', 'set-up-2'] },
  titles: { 'docs/guide/README.md': 'Guide' },
  texts: { 'docs/guide/README.md': 'Tip: Mind' },
});

proveFramework({
  framework: 'vitepress',
  files: {
    'docs/.vuepress/config.ts':
      "export default defineUserConfig({ bundler: viteBundler(), theme: defaultTheme({}), locales: { '/': { lang: 'en-US' }, '/zh/': { lang: 'zh-CN' } }, pagePatterns: ['**/*.md', '!parts/**'] })",
    'docs/zh/2024/05/more.md': '# More',
    // VuePress 2 takes characters out of addresses, `_` at their start among them.
    'docs/_more/c+#.md': '# More',
    'docs/odd.md': '---\npermalink: /a/_b$/\n---\n# Odd',
    'docs/parts/note.md': 'A part',
    'docs/page.md': '---\npermalink: /p.html\n---\n# Page\n\n## Page',
  },
  urls: {
    'docs/page.md': '/p.html',
    'docs/zh/2024/05/more.md': '/zh/2024/05/more.html',
    'docs/_more/c+#.md': '/more/c__.html',
    'docs/odd.md': '/a/b_/',
  },
  languages: { 'docs/page.md': 'en-US', 'docs/zh/2024/05/more.md': 'zh-CN' },
  anchors: { 'docs/page.md': ['page', 'page-1'] },
});

// The host stands in the head of its pages, or is that of GitHub Pages.
proveFramework({
  framework: 'vitepress',
  files: {
    '.vitepress/config.ts':
      "export default { base: '/x/', cleanUrls: true, head: [['meta', { property: 'og:url', content: 'https://example.com/x/y' }]] }",
    'a.md': '# A',
  },
  urls: { 'a.md': 'https://example.com/x/a' },
});

proveFramework({
  framework: 'vitepress',
  files: {
    'docs/.vitepress/config.ts': 'export default { cleanUrls: true }',
    'docs/public/CNAME': 'docs.example.com\n',
    'docs/a.md': '# A',
  },
  urls: { 'docs/a.md': 'https://docs.example.com/a' },
});

// Values in code for Vue.
proveFramework({
  framework: 'vitepress',
  files: {
    '.vitepress/config.ts': 'export default {}',
    'a.md':
      "<script setup>\nconst version = '1.2'\n</script>\n\n```sh-vue\ncd {{'<name>'}} # {{ version }}\n```\n\n```sh\n{{ version }}\n```",
  },
  urls: { 'a.md': '/a.html' },
  texts: { 'a.md': '```sh\ncd <name> # 1.2\n```\n\n```sh\n{{ version }}\n```' },
});
