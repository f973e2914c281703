import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { productOf } from '../lib/product-of.ts';
import { listDocs } from './read-docs.ts';
import type { FileTree } from './sources/file-tree.ts';

async function productIn(files: Record<string, string>, above?: FileTree['above']): Promise<string | null> {
  const tree = { ...treeOf(files), name: '/docs' };
  return (await listDocs(above === undefined ? tree : { ...tree, above })).product;
}

test('a title names what the docs are about, without what stands around it', () => {
  const names: Record<string, string | null> = {
    Acme: 'Acme',
    'Acme Docs': 'Acme',
    'The Acme documentation': 'Acme',
    'Acme Developer Docs | Ship faster': 'Acme',
    'Documentation – Acme': 'Acme',
    'Acme - Web framework built on standards': 'Acme',
    'Welcome to Acme.js': 'Acme.js',
    'acme-website': 'acme',
    'acme.org docs': 'acme',
    The: 'The',
    'My Docs': null,
    Docs: null,
    '{{ name }}': null,
    '': null,
  };
  for (const [title, name] of Object.entries(names)) assert.equal(productOf(title), name, title);
});

test('each framework’s title is read', async () => {
  const page = '# Start\nText.';
  const sites: Record<string, Record<string, string>> = {
    docusaurus: { 'docusaurus.config.js': "export default { title: 'Acme' };", 'docs/index.md': page },
    vitepress: { '.vitepress/config.ts': "export default { title: 'Acme' };", 'index.md': page },
    starlight: {
      'astro.config.mjs':
        "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ title: { en: 'Acme' } })] };",
      'src/content/docs/index.md': `---\ntitle: Start\n---\n${page}`,
    },
    mkdocs: { 'mkdocs.yml': 'site_name: Acme', 'docs/index.md': page },
    mintlify: { 'docs.json': '{"name":"Acme","navigation":{"pages":["index"]}}', 'index.mdx': page },
    mdbook: {
      'book.toml': '[book]\ntitle = "Acme"',
      'src/SUMMARY.md': '- [Start](start.md)',
      'src/start.md': page,
    },
    hugo: { 'hugo.toml': 'title = "Acme"', 'content/_index.md': page },
    jekyll: { '_config.yml': 'title: Acme', 'index.md': `---\ntitle: Start\n---\n${page}` },
    sphinx: { 'conf.py': "project = 'Acme'", 'index.rst': 'Start\n=====\n\nText.' },
    docsify: { 'index.html': "<script>window.$docsify = { name: 'Acme' }</script>", 'README.md': page },
    antora: { 'antora.yml': 'name: acme\ntitle: Acme', 'modules/ROOT/pages/index.adoc': '= Start\n\nText.' },
    quarto: { '_quarto.yml': 'project:\n  type: website\nwebsite:\n  title: Acme', 'index.qmd': page },
    rspress: { 'rspress.config.ts': "export default { title: 'Acme' };", 'docs/index.md': page },
  };
  for (const [framework, files] of Object.entries(sites))
    assert.equal(await productIn(files), 'Acme', framework);
});

test('without a title the package says it, here or the nearest above', async () => {
  const page = { 'index.md': '# Start\nText.' };
  assert.equal(await productIn({ ...page, 'package.json': '{"name":"@acme/docs"}' }), 'acme');
  const above = async () => ({
    folder: 'packages/core/docs',
    files: ['package.json', 'packages/core/package.json', 'website/package.json'],
    read: async (file: string) => ({
      text: file === 'packages/core/package.json' ? '{"name":"@acme/core"}' : '{"name":"other"}',
      warning: null,
    }),
  });
  assert.equal(await productIn({ ...page, 'package.json': '{"name":"docs","private":true}' }, above), 'core');
  assert.equal(await productIn({ ...page, 'package.json': '{' }), null);
  assert.equal(await productIn(page), null);
});

test('a home page may say what it documents', async () => {
  const homed = (page: string, more = {}) => productIn({ 'README.md': page, ...more });
  assert.equal(await homed('Build badge\n\n# Acme Documentation\n\nInstall Acme and go.'), 'Acme');
  for (const title of ['Start', 'Documentation', 'Building the docs', 'Writing: our docs', 'Acme'])
    assert.equal(await homed(`# ${title}\n\nThis is Acme. Read on.`), null, title);
  assert.equal(await homed('# Acme docs\n\nInstall Acme.', { 'package.json': '{"name":"bolt"}' }), 'bolt');
});

test('a package that only builds the site says nothing by its name, unless that is of docs', async () => {
  const named = (description: object) =>
    productIn({ 'index.md': '# Start\nText.', 'package.json': JSON.stringify(description) });
  const builds = { private: true, devDependencies: { 'hugo-bin': '1' } };
  assert.equal(await named({ name: 'thulite', ...builds }), null);
  assert.equal(await named({ name: 'acme-docs', ...builds }), 'acme');
  assert.equal(await named({ name: 'acme', devDependencies: { vitepress: '1' } }), 'acme');
  assert.equal(await named({ name: 'acme-docs-astro' }), null);
});

test('else the repository says it, or the folder above', async () => {
  const inPlace = async (name: string) =>
    (await listDocs({ ...treeOf({ 'index.md': '# Start\nText.' }), name })).product;
  assert.equal(await inPlace('https://git.example/acme/harbour-docs.git'), 'harbour');
  assert.equal(await inPlace('/work/harbour/website/docs'), 'harbour');
  assert.equal(await inPlace('/docs'), null);
});
