import { proveFramework } from '../../../../test/contract/framework.ts';

proveFramework({
  framework: 'eleventy',
  files: {
    'site/eleventy.config.mjs': `
      import { IdAttributePlugin } from '@11ty/eleventy';
      export default async function (eleventyConfig) { eleventyConfig.addPlugin(IdAttributePlugin); }
      export const config = { dir: { input: 'docs', includes: 'parts' }, pathPrefix: '/kit/' };`,
    'site/docs/index.md': '---\ntitle: Home\n---\nWelcome to {{ title }}{% version %}.',
    'site/docs/README.md': '# Read me',
    'site/docs/guide/guide.md': '# Guide',
    'site/docs/guide/2024-01-02-Set_Up.md':
      "# What's new\n\n## A.b `c_d` & e\n\na\n\n## What's new ![x](y.png)\n\nb",
    'site/docs/guide/moved.md': '---\npermalink: /to/{{ page.fileSlug }}/index.html\n---\n# Moved',
    'site/docs/guide/none.md': '---\npermalink: false\n---\n# None',
    'site/docs/api/api.json': '{"permalink": "ref/{{ page.fileSlug }}.html"}',
    'site/docs/api/v2/one.md': '# One',
    'site/docs/api/two.md': '---\npermalink: /own/\n---\n# Two',
    'site/docs/parts/part.md': 'A part',
    'site/docs/_data/notes.md': 'Data',
    'site/other.md': 'Outside',
    'site/.eleventyignore': '# Not yet\ndocs/drafts/\n**/*.tmp.md\n',
    'site/docs/drafts/new/one.md': '# Draft',
    'site/public/_redirects': '/gone /kit/guide/',
    'site/docs/guide/two.tmp.md': '# Draft',
  },
  urls: {
    'site/docs/index.md': '/kit/',
    'site/docs/README.md': '/kit/README/',
    'site/docs/guide/guide.md': '/kit/guide/',
    'site/docs/guide/2024-01-02-Set_Up.md': '/kit/guide/2024-01-02-Set_Up/',
    'site/docs/guide/moved.md': '/kit/to/moved/',
    'site/docs/api/v2/one.md': '/kit/ref/one.html',
    'site/docs/api/two.md': '/kit/own/',
  },
  anchors: {
    'site/docs/guide/2024-01-02-Set_Up.md': ['whats-new', 'a-b-c-d-and-e', 'whats-new-2'],
  },
  redirects: [{ from: '/gone', to: '/kit/guide/' }],
  texts: { 'site/docs/index.md': 'Welcome to Home.' },
});

proveFramework({
  framework: 'eleventy',
  files: {
    '.eleventy.js': `
      const anchor = require('markdown-it-anchor');
      module.exports = function (config) {
        config.amendLibrary('md', (md) => md.use(anchor));
        return { dir: { input: 'content' } };
      };`,
    'content/page.md': "# What's new?\n\n## What's new?",
  },
  urls: { 'content/page.md': '/page/' },
  anchors: { 'content/page.md': ["what's-new%3F", "what's-new%3F-1"] },
});

proveFramework({
  framework: 'eleventy',
  files: {
    '.eleventy.js': `
      const md = require('markdown-it')().use(require('markdown-it-anchor'), { slugify: require('uslug') });
      md.use(require('markdown-it-attrs'), { leftDelimiter: '{:', rightDelimiter: '}' });
      module.exports = (config) => config.setLibrary('md', md);`,
    'page.md':
      '# `--check-leaks`\n\n- One\n- Two\n\n{:.two-columns}\n\n## Configuring it (Node.js) {:#own}\n\n`{:.code}`',
  },
  urls: { 'page.md': '/page/' },
  anchors: { 'page.md': ['-check-leaks', 'own'] },
  texts: { 'page.md': '- One\n- Two\n\n{:.code}' },
});
