import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from './read-docs.ts';

/** The docs in a folder, with the configuration of the folders above it. */
async function readBelow(folder: string, files: Record<string, string>) {
  const start = `${folder}/`;
  const entries = Object.entries(files);
  const inside = entries.flatMap(([file, text]) =>
    file.startsWith(start) ? [[file.slice(start.length), text]] : [],
  );
  const above = treeOf(Object.fromEntries(entries.filter(([file]) => !file.startsWith(start))));
  const docs = await listDocs({
    ...treeOf(Object.fromEntries(inside)),
    above: async () => ({ folder, ...above }),
  });
  const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((one) => one.pages);
  return {
    docs,
    urls: Object.fromEntries(pages.map(({ file, url }) => [file, url])),
    texts: Object.fromEntries(
      pages.map(({ file, sections }) => [file, sections.map(({ text }) => text).join()]),
    ),
  };
}

test('Docs are read by the configuration in a folder above, with files relative to the docs', async () => {
  const { docs, urls, texts } = await readBelow('docs', {
    'mkdocs.yml': 'site_url: https://example.org/kit/\nmarkdown_extensions: [pymdownx.snippets]',
    'docs/index.md': '# Home\n\n--8<-- "docs/parts/note.md"',
    'docs/guide/start.md': '# Start\n\nText.',
    'docs/parts/note.md': 'Included.',
  });
  assert.equal(docs.framework, 'mkdocs');
  assert.match(docs.reason.why, /above this folder, in \.\.\/mkdocs\.yml/);
  assert.equal(urls['guide/start.md'], 'https://example.org/kit/guide/start/');
  assert.equal(texts['index.md'], 'Included.');
  assert.deepEqual(docs.warnings, []);
});

test('Of MkDocs other names of a configuration count above the docs, too, as does that of Zensical', async () => {
  const online = await readBelow('docs', {
    'mkdocs-common.yml': 'site_name: Kit\n',
    'mkdocs-online.yml': 'INHERIT: mkdocs-common.yml\nsite_url: https://example.org/kit/\n',
    'docs/start.md': '# Start',
  });
  assert.deepEqual(online.urls, { 'start.md': 'https://example.org/kit/start/' });
  const zensical = await readBelow('docs', {
    'zensical.toml': '[project]\nsite_url = "https://example.org/z/"\n',
    'docs/start.md': '# Start',
  });
  assert.deepEqual(zensical.urls, { 'start.md': 'https://example.org/z/start/' });
});

test('A configuration several folders above counts, and one beside a summary', async () => {
  const starlight = await readBelow('site/src/content/docs', {
    'site/astro.config.mjs':
      "import starlight from '@astrojs/starlight';\nexport default { base: '/kit', integrations: [starlight({ title: 'Kit' })] };",
    'site/src/content/docs/guides/First Page.md': '---\ntitle: First\n---\nText.',
  });
  assert.deepEqual(starlight.urls, { 'guides/First Page.md': '/kit/guides/first-page/' });
  const book = await readBelow('src', {
    'book.toml': '[book]\ntitle = "Kit"',
    'src/SUMMARY.md': '- [One](one.md)\n- [Two](two.md)\n- [Three](three.md)',
    'src/one.md': '# One',
    'src/two.md': '# Two',
    'src/three.md': '# Three',
  });
  assert.equal(book.docs.framework, 'mdbook');
  assert.equal(book.urls['one.md'], '/one.html');
});

test('A configuration above that is for other docs is a warning, and addresses follow the folders', async () => {
  const { docs, urls } = await readBelow('notes', {
    'mkdocs.yml': 'docs_dir: manual',
    'package.json': '{}',
    'notes/a.md': '# A\n\nText.',
  });
  assert.equal(docs.framework, 'plain');
  assert.deepEqual(urls, { 'a.md': '/a' });
  assert.deepEqual(
    docs.warnings.map(({ file }) => file),
    ['../mkdocs.yml'],
  );
});

test('A configuration above that parses only in part is a warning', async () => {
  const { docs } = await readBelow('docs', {
    'mkdocs.yml': 'site_url: https://example.org/\nnav: [a\n',
    'docs/index.md': '# Home',
  });
  assert.equal(docs.framework, 'mkdocs');
  const [{ file, message } = { file: '', message: '' }, ...others] = docs.warnings;
  assert.deepEqual([file, others], ['../mkdocs.yml', []]);
  assert.match(message, /does not parse as YAML/);
});
