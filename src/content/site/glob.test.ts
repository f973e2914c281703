import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchGlobs } from './glob.ts';

test('Stars stay within a folder, double stars cross folders, braces are choices', () => {
  const cases: [string, string, boolean][] = [
    ['**/*.{md,mdx}', 'a.md', true],
    ['**/*.{md,mdx}', 'a/b/c.mdx', true],
    ['*.md', 'a/b.md', false],
    ['{api,faq}/**/*.md', 'faq/x/y.md', true],
    ['{api,faq}/**/*.md', 'guide/y.md', false],
    ['**/_*/**', 'a/_b/c.md', true],
    ['a?c.md', 'abc.md', true],
    ['./a/*.md', 'a/b.md', true],
    ['a/{b,{c,d}}.md', 'a/d.md', true],
    ['a.b', 'axb', false],
  ];
  for (const [glob, path, expected] of cases)
    assert.equal(matchGlobs([glob])(path), expected, `${glob} ${path}`);
});

test('A glob made to blow up ends at once', () => {
  assert.equal(matchGlobs([`${'*a'.repeat(500)}b`])('a'.repeat(2000)), false);
  assert.equal(matchGlobs(['**/'.repeat(500).concat('b')])('a/'.repeat(2000)), false);
  assert.equal(matchGlobs(['{a,b}'.repeat(100)])('a'), false);
});
