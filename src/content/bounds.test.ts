// Content that makes much of little.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { treeOf } from '../../test/helpers/tree-of.ts';
import { matchGlobs, maxSteps, takeSteps } from './site/glob.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { listDocs } from './read-docs.ts';

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

test('patterns count until the server has had its turn', async () => {
  const match = () => matchGlobs(['**/a*a*b'])(`d/${'a'.repeat(200)}`);
  takeSteps(maxSteps - 1);
  assert.throws(match, { code: 'invalid_request', message: /too many patterns/ });
  takeSteps(maxSteps - 1);
  await setImmediate();
  assert.equal(match(), false);
});

test('a pattern of thousands of braces matches nothing', () => {
  assert.equal(matchGlobs(['{a}'.repeat(150_000), 'b{c,d}'])('bd'), true);
});

test('a page of tags in braces without end is read as Markdown', () => {
  for (const unit of ['<script>\n{#', '<x y={', '{`<>', '${<b>', '<x>\n\na {#']) {
    assert.throws(() => parseMarkdown(unit.repeat(40), 'mdx'), /./);
    assert.doesNotThrow(() => parseMarkdown(unit.repeat(40), 'markdown'));
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
