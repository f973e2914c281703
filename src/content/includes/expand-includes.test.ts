import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { expandIncludes } from './expand-includes.ts';
import { findBySyntax, type IncludeSyntax } from './include-syntax.ts';
import { snippetIncludes } from '../frameworks/mkdocs/includes.ts';
import { vitepressIncludes } from '../frameworks/vitepress/includes.ts';

async function expand(
  files: Record<string, string | null>,
  syntax: IncludeSyntax = vitepressIncludes,
  sourceRoots = ['docs'],
): Promise<{ text: string; warnings: string[] }> {
  const warnings: string[] = [];
  const text = await expandIncludes(files['docs/a.md'] ?? '', 'docs/a.md', {
    find: findBySyntax([syntax]),
    tree: treeOf(files),
    sourceRoots,
    warn: (message) => warnings.push(message),
  });
  return { text, warnings };
}

test('An included file stands in the place of its include, without its front matter, and may include others', async () => {
  const { text, warnings } = await expand({
    'docs/a.md': 'Before <!--@include: ./parts/b.md--> after',
    'docs/parts/b.md': '---\ntitle: B\n---\nB and <!--@include: ./c.md-->',
    'docs/parts/c.md': 'C',
  });
  assert.equal(text, 'Before B and C after');
  assert.deepEqual(warnings, []);
});

test('Relative links of an included file lead from where they were written', async () => {
  const { text } = await expand({
    'docs/a.md': '<!--@include: ./parts/deep/b.md-->',
    'docs/parts/deep/b.md':
      '[x](./x.md#y) [z](../z.md) [up](https://example.com) ![i](./i.png)\n\n[ref]: ./r.md',
  });
  assert.equal(
    text,
    '[x](./parts/deep/x.md#y) [z](./parts/z.md) [up](https://example.com) ![i](./parts/deep/i.png)\n\n[ref]: ./parts/deep/r.md',
  );
});

test('A file that the build copies to where it is included is found by its folder and name', async () => {
  const page = '--8<-- "examples/a.py"\n--8<-- "examples/b.py"\n--8<-- "c.py"';
  const { text, warnings } = await expand(
    {
      'docs/a.md': page,
      'examples/a.py': 'a = 1',
      'code/examples/a.py': 'a = 2',
      'code/examples/b.py': 'b = 1',
      'code/c.py': 'c = 1',
    },
    snippetIncludes,
  );
  assert.equal(text, '\nb = 1\n');
  assert.equal(warnings.length, 2);
});

test('Nothing outside of the tree is included', async () => {
  for (const target of [
    '../../../etc/passwd',
    '/etc/passwd',
    '../../secret.md',
    'https://example.com/x.md',
  ]) {
    const { text, warnings } = await expand({ 'docs/a.md': `x<!--@include: ${target}-->y` });
    assert.equal(text, 'xy');
    assert.match(warnings[0] ?? '', /was not found/);
  }
});

test('A file that would include itself, at once or through others, is left out', async () => {
  const { text, warnings } = await expand({
    'docs/a.md': 'a <!--@include: ./b.md-->',
    'docs/b.md': 'b <!--@include: ./c.md-->',
    'docs/c.md': 'c <!--@include: ./a.md--><!--@include: ./c.md-->',
  });
  assert.equal(text, 'a b c ');
  assert.equal(warnings.length, 2);
});

test('A page that includes a file of its own name means the one in a root', async () => {
  const { text, warnings } = await expand(
    { 'docs/a.md': 'x\n--8<-- "a.md"\n', 'a.md': 'The one above' },
    snippetIncludes,
    ['docs', ''],
  );
  assert.equal(text, 'x\nThe one above\n');
  assert.deepEqual(warnings, []);
});

test('Includes that double themselves stop at the size that a page may have', async () => {
  const half = 'x'.repeat(1000);
  const files: Record<string, string> = { 'docs/a.md': '<!--@include: ./l0.md-->' };
  for (let level = 0; level < 7; level += 1) {
    files[`docs/l${level}.md`] = `${half}\n<!--@include: ./l${level + 1}.md-->\n`.repeat(8);
  }
  files['docs/l7.md'] = half.repeat(100);
  const { text, warnings } = await expand(files);
  assert.ok(text.length < 5 * 1024 * 1024);
  assert.ok(warnings.length > 0);
});

test('Chains of includes end at a depth', async () => {
  const files: Record<string, string> = { 'docs/a.md': '<!--@include: ./l0.md-->' };
  for (let level = 0; level < 20; level += 1)
    files[`docs/l${level}.md`] = `${level} <!--@include: ./l${level + 1}.md-->`;
  const { text, warnings } = await expand(files);
  assert.match(text, /^0 1 2 /);
  assert.match(warnings[0] ?? '', /too deep/);
});

test('A file that cannot be read is a warning', async () => {
  const { text, warnings } = await expand({ 'docs/a.md': 'x<!--@include: ./b.md-->', 'docs/b.md': null });
  assert.equal(text, 'x');
  assert.match(warnings[0] ?? '', /cannot be read/);
});

test('What is shown as an example in fenced code is not included', async () => {
  const written = '```md\n<!--@include: ./b.md-->\n```\n';
  assert.equal((await expand({ 'docs/a.md': written, 'docs/b.md': 'B' })).text, written);
});

test('Snippets may be sections, lines and lists of files', async () => {
  const files = {
    'docs/one.md': 'one\n# --8<-- [start:part]\ntwo\n# --8<-- [end:part]\nthree',
    'docs/two.md': '1\n2\n3\n4',
  };
  const cases: [string, string][] = [
    ['--8<-- "one.md:part"', 'two'],
    ['--8<-- "two.md:2:3"', '2\n3'],
    ['--8<-- "two.md:3"', '3\n4'],
    ['x\n--8<--\none.md:part\n; two.md\ntwo.md:4\n--8<--\ny', 'x\ntwo\n4\ny'],
  ];
  for (const [written, expected] of cases) {
    assert.equal((await expand({ ...files, 'docs/a.md': written }, snippetIncludes)).text, expected);
  }
});

test('Text made to keep a search for includes busy ends at once', async () => {
  const blanks = ' '.repeat(100_000);
  const attacks: [string, IncludeSyntax][] = [
    [`<<< a${blanks}x`, vitepressIncludes],
    [`<<< a${'\n'.repeat(100_000)}x`, vitepressIncludes],
    [`<!--@include:${blanks}a${blanks}x`, vitepressIncludes],
    ['<!--@include: ./b.md-->'.repeat(50_000), vitepressIncludes],
    [`--8<-- "${blanks}`, snippetIncludes],
    ['--8<--\n'.repeat(50_000), snippetIncludes],
  ];
  for (const [text, syntax] of attacks) await expand({ 'docs/a.md': text }, syntax);
});
