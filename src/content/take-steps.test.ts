// Configurations that name much, in docs of many files: listing them must end before the server is missed.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { matchGlobs } from './frameworks/glob.ts';
import { newPage } from './frameworks/new-site.ts';
import { createRewrite } from './frameworks/vitepress-rewrites.ts';
import { expandIncludes } from './includes/expand-includes.ts';
import { insertFiles } from './includes/insert-files.ts';
import { listDocs } from './read-docs.ts';
import type { FileTree } from './sources/file-tree.ts';
import { maxIncluded, maxSteps, takeIncluded, takeSteps } from './take-steps.ts';

const refusal = { code: 'invalid_request', message: /too many entries/ };

test('a folder of files that a configuration names again and again is read once', async () => {
  const names = Array.from(
    { length: 4_000 },
    (_, at) => `export const d${at} = defineDocs({ dir: 'content' });`,
  );
  const pages = Array.from({ length: 300 }, (_, at) => [`content/p${at}.mdx`, '# x']);
  const files = {
    'source.config.ts': names.join(''),
    'package.json': '{"dependencies":{"fumadocs-core":"1"}}',
    ...Object.fromEntries(pages),
  };
  assert.equal((await listDocs(treeOf(files))).files.length, 300);
});

test('patterns, rules and pages count until the server has had its turn', async () => {
  const uses: [what: string, use: () => unknown][] = [
    ['a pattern', () => matchGlobs(['**/a*a*b'])(`d/${'a'.repeat(200)}`)],
    ['rules', () => createRewrite({ ':a/b/:c*': 'd', ':a/e/:c*': 'f' })('g/h/i.md')],
    ['a page', () => newPage('a.md', 'a')],
  ];
  for (const [what, use] of uses) {
    await setImmediate();
    takeSteps(maxSteps - 1);
    assert.throws(use, refusal, what);
    takeSteps(maxSteps - 1);
    await setImmediate();
    use();
  }
});

test('docs are refused whose rules are looked at for each of thousands of pages', async () => {
  const rules = Array.from({ length: 4_000 }, (_, at) => `':a${at}*/:b*/:c*': ':a${at}/:b/:c',`);
  const pages = Array.from({ length: 4_000 }, (_, at) => [`p${at}.md`, '# x']);
  const files = {
    '.vitepress/config.ts': `export default { rewrites: { ${rules.join('')} } };`,
    ...Object.fromEntries(pages),
  };
  await assert.rejects(listDocs(treeOf(files)), refusal);
});

test('what all pages include counts together, in both ways of including', async () => {
  const refused = { code: 'invalid_request', message: /include too much/ };
  const files = { 'a.md': '', 'part.md': 'xx' };
  const of = { start: 0, end: 1, target: 'part.md', render: (text: string) => text };
  const ways: [string, (tree: FileTree) => Promise<string>][] = [
    [
      'insert',
      (tree) =>
        insertFiles(
          'i',
          'a.md',
          tree,
          () => [{ ...of, candidates: ['part.md'], isPage: false }],
          () => {},
        ),
    ],
    [
      'expand',
      (tree) =>
        expandIncludes('i', 'a.md', {
          tree,
          syntaxes: [{ marks: ['i'], find: () => [of] }],
          sourceRoots: [''],
          warn: () => {},
        }),
    ],
  ];
  for (const [what, include] of ways) {
    const tree = treeOf(files);
    takeIncluded(tree, maxIncluded - 2);
    assert.equal(await include(tree), 'xx', what);
    await assert.rejects(include(tree), refused, what);
    assert.equal(await include(treeOf(files)), 'xx', what);
  }
});

test('a page of a thousand missing includes has a few warnings', async () => {
  const missing = Array.from({ length: 900 }, (_, at) => `include::m${at}.adoc[]\n`).join('');
  const { warnings } = await listDocs(
    treeOf({ 'antora.yml': 'name: x\nversion: 1\n', 'modules/ROOT/pages/index.adoc': `= T\n\n${missing}` }),
  );
  assert.ok(warnings.length > 0 && warnings.length <= 25, String(warnings.length));
});

test('JSON that is nested too deep is left out with a warning', async () => {
  const nested = `{"name":"x","theme":"mint","navigation":${'{"pages":['.repeat(40_000)}${']}'.repeat(40_000)}}`;
  const { warnings } = await listDocs(treeOf({ 'docs.json': nested, 'index.mdx': '# x' }));
  assert.match(warnings[0]!.message, /nested too deep/);
});
