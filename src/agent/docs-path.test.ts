import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readablePath, writablePath } from './docs-path.ts';
import { Refusal } from './refusal.ts';

test('paths that leave the docs, hide, or mean another file somewhere are refused', () => {
  const refused = [
    '../etc/passwd',
    'docs/../../x.md',
    '/etc/passwd',
    'docs\\x.md',
    'docs/x\0.md',
    'docs/.git/config',
    'docs/.GIT/config',
    'docs/git~1/config',
    '.env',
    'docs/.env.md',
    'docs/x.md.',
    'docs/x.md ',
    'docs/x.md:stream',
    'docs//x.md',
    'docs/./x.md',
    'docs/.g\u200cit/x.md',
    'src/x.md',
    'docs',
    '',
    'x'.repeat(600),
    '.github/workflows/ci.yml',
    '/proc/self/environ',
  ];
  for (const path of refused) assert.throws(() => readablePath(path, 'docs'), Refusal, path);
  for (const path of ['docs/x.md', './docs/x.md', '/docs/x.md', 'docs/ü/日本.md', 'docs/a.b/c_d-e.mdx']) {
    assert.match(readablePath(path, 'docs'), /^docs\//);
  }
});

test('only pages, navigation and OpenAPI files are written', () => {
  const refused = [
    'package.json',
    'package-lock.json',
    'index.js',
    'page.svg',
    'x.md.js',
    'Makefile',
    'CODEOWNERS',
    'docusaurus.config.js',
    'AGENTS.md',
    'sub/claude.MD',
    'CLAUDE.local.md',
    'AGENTS.override.md',
    'node_modules/x/readme.md',
    'sidebars.js',
    'mkdocs.yml',
    'action.yml',
  ];
  for (const path of refused) assert.throws(() => writablePath(path, ''), Refusal, path);
  for (const path of [
    'index.md',
    'a/b.MDX',
    'docs.json',
    'guide/_meta.json',
    'openapi.yaml',
    'api/openapi-v2.json',
    'SUMMARY.md',
  ]) {
    assert.equal(writablePath(path, ''), path);
  }
});
