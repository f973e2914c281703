import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveFramework } from '../../../../test/contract/framework.ts';
import { treeOf } from '../../../../test/helpers/tree-of.ts';
import { examineDocs } from '../../examine-docs.ts';
import { listDocs, parseDocs } from '../../read-docs.ts';

const notebook = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { language_info: { name: 'python' } },
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# A notebook\n', '\n', 'Prose.'] },
    { cell_type: 'code', metadata: {}, outputs: [], source: ['x = 1'] },
  ],
});

// Settings are inherited key by key, and values may come from the page.
proveFramework({
  framework: 'mkdocs',
  files: {
    'base.yml': [
      'plugins:',
      '  macros: {}',
      '  mkdocs-jupyter: {}',
      '  literate-nav: {}',
      'extra: {tool: 1.2, old: 0.9}',
    ].join('\n'),
    'mkdocs.yml':
      'INHERIT: base.yml\nsite_name: Site\nplugins:\n  search: {}\nextra: {tool: 1.3}\nnav:\n  - index.md\n  - API: reference/\n',
    'docs/SUMMARY.md': '- [Home](index.md)',
    'docs/index.md': [
      '---',
      'owner: Jane',
      '---',
      '# Home',
      '',
      'Tool {{ tool }} after {{ extra.old }} by {{ owner }} and {{ page.meta.owner }}.',
      '',
      '[api](reference/client.md) [book](book.ipynb)',
      '',
      '::: print(FILE*, format<T...>)',
      '',
      '::: operator""_cf',
      '',
      '[=50% "half"]',
      '',
      '{%',
      '   include-markdown "../README.md"',
      '   start="<!--from-->"',
      '   end="<!--to-->"',
      '   heading-offset=1',
      '%}',
      '',
      '{!../parts/shared.md!}',
      '',
      '```python',
      '{!../parts/code.py!lines=2-3!}',
      '```',
      '',
      '```jinja',
      '{% include "not-here.html" %}',
      '{!not-here.md!}',
      '```',
      '',
      '=== "Tab"',
      '',
      '    {!../parts/two.md!}',
    ].join('\n'),
    'docs/book.ipynb': notebook,
    'README.md': '# Readme\n\nBadges\n<!--from-->\nIntro.\n\n## Install\n\nRun it.\n<!--to-->\nNever shown.',
    'parts/shared.md': 'Shared.',
    'parts/two.md': 'One line.\n\nAnother line.',
    'parts/code.py': 'a\nb\nc\nd',
  },
  urls: { 'docs/index.md': '/', 'docs/book.ipynb': '/book/' },
  titles: { 'docs/book.ipynb': 'A notebook' },
  texts: {
    'docs/book.ipynb': 'Prose.\n\n```python\nx = 1\n```',
    'docs/index.md': [
      'Tool 1.3 after 0.9 by Jane and Jane.',
      'api book',
      'print(FILE*, format<T...>)',
      'operator""_cf',
      'half',
      'Intro.',
      'Run it.',
      'Shared.',
      '```python\nb\nc\n```',
      '```jinja\n{% include "not-here.html" %}\n{!not-here.md!}\n```',
      'Tab',
      'One line.',
      'Another line.',
    ].join('\n\n'),
  },
});

// Zensical's TOML has the same settings.
proveFramework({
  framework: 'mkdocs',
  files: {
    'zensical.toml': [
      '[project]',
      'site_name = "Site"',
      'site_url = "https://example.com/z"',
      'docs_dir = "pages"',
      'nav = [{ "Start" = [{ "Begin here" = "begin.md" }] }]',
      '[project.markdown_extensions.pymdownx.snippets]',
      'base_path = ["parts"]',
    ].join('\n'),
    'pages/begin.md': '# Begin\n\n--8<-- "shared.md"',
    'parts/shared.md': 'Shared.',
  },
  urls: { 'pages/begin.md': 'https://example.com/z/begin/' },
  texts: { 'pages/begin.md': 'Shared.' },
});

async function openedWith(files: Record<string, string>) {
  const docs = await listDocs(treeOf(files));
  const parsed = await Array.fromAsync(parseDocs(docs));
  return { ...examineDocs(docs, parsed), urls: parsed.flatMap(({ pages }) => pages.map(({ url }) => url)) };
}

test('Of configurations with other names, the one of the site counts that none inherits from', async () => {
  const { framework, urls } = await openedWith({
    'mkdocs-common.yml': 'site_name: Site\nsite_url: https://common.example/\n',
    'mkdocs-nav.yml': 'nav: [index.md]\n',
    'mkdocs-offline.yml': 'INHERIT: mkdocs-common.yml\nsite_dir: out\n',
    'mkdocs-online.yml': 'INHERIT: mkdocs-common.yml\nsite_url: https://online.example/\n',
    'docs/a.md': '# A',
  });
  assert.deepEqual({ framework, urls }, { framework: 'mkdocs', urls: ['https://online.example/a/'] });
});

test('Pages that lie beside their configuration are read when its folder of docs is not there', async () => {
  const { urls } = await openedWith({
    'docs/mkdocs.yml': 'site_name: x\nnav: [a: a.md]\n',
    'docs/a.md': '# A',
  });
  assert.deepEqual(urls, ['/a/']);
});

test('What a folder of the navigation holds is generated when it is not there', async () => {
  const { links } = await openedWith({
    'mkdocs.yml': 'site_name: x\nnav: [index.md, API: reference/]\n',
    'docs/index.md': '# Home\n\n[one](reference/one.md) [two](other/two.md)',
  });
  assert.deepEqual(
    links.broken.map(({ target, why }) => [target, why]),
    [
      ['reference/one.md', 'generated'],
      ['other/two.md', 'stale'],
    ],
  );
});

test('An index that lists the pages below it is a page, although the navigation is read from it', async () => {
  const { urls } = await openedWith({
    'mkdocs.yml': 'site_name: x\nplugins: [literate-nav: {nav_file: README.md}]\n',
    'docs/README.md': '# Home\n\n- [A](a.md)',
    'docs/a.md': '# A',
  });
  assert.deepEqual(urls.sort(), ['/', '/a/']);
});
