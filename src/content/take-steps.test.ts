// Configurations that name much, in docs of many files: listing them must end before the server is missed.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { matchGlobs } from './frameworks/glob.ts';
import { newPage } from './frameworks/new-site.ts';
import { createRewrite } from './frameworks/vitepress-rewrites.ts';
import { listDocs } from './read-docs.ts';
import { maxSteps, takeSteps } from './take-steps.ts';

const refusal = { code: 'invalid_request', message: /too many entries/ };

test('docs are refused whose configuration names one folder of files again and again', async () => {
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
  await assert.rejects(listDocs(treeOf(files)), refusal);
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
