// The docs as a site, with the widget in it. ASK_URL, ASK_DOMAIN and ASK_KEY say who answers; without them the
// site has no widget. SITE_BASE is the path that the site stands below, with slashes around it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type HeadConfig } from 'vitepress';

const docs = join(import.meta.dirname, '../pages');
const { ASK_URL, ASK_DOMAIN = 'docs', ASK_KEY = '', SITE_BASE = '/' } = process.env;

const widget: HeadConfig[] = !ASK_URL
  ? []
  : [['script', { src: `${ASK_URL}/widget.js`, 'data-domain': ASK_DOMAIN, 'data-key': ASK_KEY, defer: '' }]];

export default defineConfig({
  title: 'Docent',
  description: 'Cited answers and pull requests from your documentation, on one machine.',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  base: SITE_BASE,
  cleanUrls: true,
  head: widget,
  // Pages point at files of the repository, too.
  ignoreDeadLinks: [/\.\.\/(README|ARCHITECTURE|CONTRIBUTING|SECURITY|CHANGELOG|examples|src|bench|deploy)/],
  // `pages` is a link to the docs; what they import is found from here.
  vite: { resolve: { preserveSymlinks: true } },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/getting-started' },
      { text: 'Reference', link: '/reference/http-api' },
    ],
    sidebar: [
      {
        text: 'Docent',
        items: [
          { text: 'What it is', link: '/' },
          { text: 'Getting started', link: '/getting-started' },
        ],
      },
      { text: 'Guides', items: pagesOf('guides') },
      { text: 'Concepts', items: pagesOf('concepts') },
      { text: 'Reference', items: pagesOf('reference') },
      { text: 'Decisions', collapsed: true, items: pagesOf('decisions') },
    ],
    outline: [2, 3],
  },
});

/** The pages of a folder by the titles that they give themselves. */
function pagesOf(folder: string) {
  return readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = readFileSync(join(docs, folder, file), 'utf8');
      const title = /^title: (.+)$/m.exec(text)?.[1] ?? /^# (.+)$/m.exec(text)?.[1] ?? file;
      return { text: title, link: `/${folder}/${file.replace(/(index)?\.md$/, '')}` };
    })
    .sort((a, b) => a.text.localeCompare(b.text));
}
