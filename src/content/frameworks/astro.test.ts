import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../test/contract/framework.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs } from '../read-docs.ts';

const route = (collection: string): string =>
  `---\nimport { getCollection, render } from 'astro:content';\nexport const getStaticPaths = async () => (await getCollection('${collection}')).map(toPath);\n---\n<Content />`;

// As Astro 7.3 builds it.
proveFramework({
  framework: 'astro',
  files: {
    'astro.config.mjs': `
      import { defineConfig } from 'astro/config';
      export default defineConfig({ site: 'https://x.dev', base: '/kit', redirects: { '/old': '/kit/docs/a' },
        i18n: { locales: ['en', 'de'], defaultLocale: 'en' } });`,
    'src/content.config.ts': `
      import { defineCollection } from 'astro:content';
      import { glob } from 'astro/loaders';
      const docs = defineCollection({ loader: glob({ pattern: ['**/*.{md,mdx}', '!**/drafts/**'], base: './src/docs' }) });
      export const collections = { docs, blog: defineCollection({ loader: glob({ pattern: '**/[^_]*.md', base: 'src/blog' }) }) };`,
    'src/pages/docs/[...slug].astro': route('docs'),
    'src/pages/[lang]/[...slug].astro': route('news'),
    'src/pages/blog/[slug].astro': route('blog'),
    'src/pages/tags/[tag].astro': route('blog'),
    'src/docs/a.md': '---\ntitle: A\n---\n## Head -- `x`\n\na\n\n## Head -- `x`\n\nb',
    'src/docs/guides/index.md': '---\ntitle: Guides\n---\nText',
    'src/docs/guides/v1.2/Users.list X.md': '---\ntitle: Users\n---\nText',
    'src/docs/moved.md': '---\ntitle: Moved\nslug: Some/Where\n---\nText',
    'src/docs/de/a.md': '---\ntitle: Das\n---\nText',
    'src/docs/drafts/no.md': 'No page',
    'src/blog/2024-post.md': '---\ntitle: Post\n---\nText',
    'src/blog/_no.md': 'No page',
    'src/content/news/_parts/no.md': 'No page',
    'src/content/news/en/first.md': '---\ntitle: First\n---\nText',
    'src/content/people/ann.md': '---\ntitle: Ann\n---\nNot served by what can be read.',
    'src/pages/About.md': '---\ntitle: About\n---\nText',
  },
  urls: {
    'src/docs/a.md': 'https://x.dev/kit/docs/a/',
    'src/docs/guides/index.md': 'https://x.dev/kit/docs/guides/',
    'src/docs/guides/v1.2/Users.list X.md': 'https://x.dev/kit/docs/guides/v12/userslist-x/',
    'src/docs/moved.md': 'https://x.dev/kit/docs/Some/Where/',
    'src/docs/de/a.md': 'https://x.dev/kit/docs/de/a/',
    'src/blog/2024-post.md': 'https://x.dev/kit/blog/2024-post/',
    'src/content/news/en/first.md': 'https://x.dev/kit/en/first/',
    'src/pages/About.md': 'https://x.dev/kit/About/',
  },
  anchors: { 'src/docs/a.md': ['head--x', 'head--x-1'] },
  languages: { 'src/docs/a.md': 'en', 'src/docs/de/a.md': 'de' },
  redirects: [{ from: '/old', to: '/kit/docs/a' }],
  warned: ['astro.config.mjs'],
});

test('An Astro site whose routes are not plain is read as files, with the advice to read it as built', async () => {
  const docs = await listDocs(
    treeOf({
      'astro.config.mjs': 'export default {}',
      'src/content/docs/a.md': '# A',
      'src/pages/docs/[version]/[...slug].astro': route('docs'),
    }),
  );
  assert.equal(docs.framework, 'plain');
  assert.match(docs.reason.why, /--site/);
});
