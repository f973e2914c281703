import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { listDocs, parseDocs } from '../read-docs.ts';

test('MyST: labels after nested fences, examples of includes, links from an included file and names of objects', async () => {
  const docs = await listDocs(
    treeOf({
      'CHANGES.md': '# Changes\n\n[Use](docs/use.md), [labelled](tool/label).',
      'docs/conf.py': "extensions = ['myst_parser']\nmyst_substitutions = {'use': '[used](#tool/label)'}",
      'docs/index.md':
        '# Home\n\n````md\n```{include} part.md\n```\n````\n\n```rst\n.. include:: part.md\n```\n\n(tool/label)=\n## Labelled\n\nSee {py:class}`x`, [](App.db_url), [the spawner](LocalSpawner), [gone](gone.md).',
      'docs/use.md': '# Use\n\nSee {{ use }} and <project:#tool/label>.',
      'docs/about/changes.md': '```{include} ../../CHANGES.md\n:relative-docs: docs/\n```',
    }),
  );
  assert.deepEqual(docs.warnings, []);
  const parsed = await Array.fromAsync(parseDocs(docs));
  const links = parsed.flatMap(({ pages }) =>
    pages.flatMap((page) => page.links.map(({ target }) => target)),
  );
  assert.deepEqual(links.sort(), ['/#tool-label', '/#tool-label', '/#tool-label', '/use', 'gone.md']);
  const home = parsed.find(({ file }) => file === 'docs/index.md');
  assert.match(home!.pages[0]!.markdown, /App\.db_url, the spawner, /);
});

test('MyST: includes within directives of tildes, options without a value, rows of tildes and labels in reStructuredText', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': "extensions = ['myst_parser']",
      'index.md':
        '# Home\n\n~~~~{note}\n~~~{include} part.txt\n:relative-docs:\n~~~\n~~~~\n\n{ref}`after` {ref}`last`',
      'part.txt': 'Included, [linked](https://e.example/).',
      'long.md': `# Long\n\n{include}\n\n${'~'.repeat(300_000)}\`\n`,
      'old.rst':
        'Old\n===\n\nText.\n\n~~~~~~~~\n\n.. _after:\n\nThen\n----\n\nMore.\n\nMarks\n`````\n\n.. _last:\n\nLast\n----\n\nLast.',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const home = parsed.find(({ file }) => file === 'index.md')!.pages[0]!;
  assert.match(home.markdown, /Included, \[linked\]\(https:\/\/e\.example\/\)/);
  assert.match(home.markdown, /\[Then\]\(\/old#after\) \[Last\]\(\/old#last\)/);
});

test('MyST: includes after directives, also those of code, and examples of includes in code', async () => {
  const docs = await listDocs(
    treeOf({
      'conf.py': "extensions = ['myst_parser']\nexclude_patterns = ['parts']",
      'index.md': [
        '# Home',
        '```{tip}\nTip.\n```',
        '```{include} parts/one.md\n```',
        '````{note}\n```{include} parts/two.md\n```\n````',
        '```{literalinclude} parts/code.py\n:lines: 2\n```',
        '```{code-block} md\n```{include} parts/one.md\n```',
      ].join('\n\n'),
      'parts/one.md': 'First part.',
      'parts/two.md': 'Second part.',
      'parts/code.py': 'import a\nimport b\n',
    }),
  );
  const parsed = await Array.fromAsync(parseDocs(docs));
  const [page] = parsed.flatMap(({ pages }) => pages);
  const texts = [
    'Tip: Tip.',
    'First part.',
    'Note: Second part.',
    '```python\nimport b\n```',
    '````md\n```{include} parts/one.md\n````',
  ];
  assert.equal(page!.sections[0]!.text, texts.join('\n\n'));
});
