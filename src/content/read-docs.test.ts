import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocentError } from '../errors.ts';
import { examineDocs } from './examine-docs.ts';
import { listDocs, parseDocs } from './read-docs.ts';
import type { Docs, DocsFile } from './read-docs.ts';
import type { ParsedFile } from './parse-page.ts';
import { treeOf } from '../../test/helpers/tree-of.ts';

async function parseAll(docs: Docs, files?: DocsFile[]): Promise<ParsedFile[]> {
  const parsed = await Array.fromAsync(parseDocs(docs, files));
  return parsed.toSorted((left, right) => (left.file < right.file ? -1 : 1));
}

test('Every page of a tree is parsed, with its address under the base URL', async () => {
  const docs = await listDocs(
    treeOf({ 'index.md': '# Home', 'a b/ü.mdx': 'x', 'a b/README.md': 'y', 'x.png': '' }),
    {
      baseUrl: 'https://example.com/docs/',
    },
  );
  const pages = (await parseAll(docs)).flatMap((parsed) => parsed.pages);
  assert.deepEqual(
    pages.map((page) => [page.path, page.url]),
    [
      ['a b', 'https://example.com/docs/a%20b'],
      ['a b/ü', 'https://example.com/docs/a%20b/%C3%BC'],
      ['', 'https://example.com/docs/'],
    ],
  );
});

test('A page that a build fills in is read from its template, unless it is there, too', async () => {
  const docs = await listDocs(
    treeOf({ 'run.1.md.in': '# run of @VERSION@', 'stop.md': '# Stop', 'stop.md.in': '# Template' }),
  );
  const pages = (await parseAll(docs)).flatMap((parsed) => parsed.pages);
  assert.deepEqual(
    pages.map(({ path, title }) => [path, title]),
    [
      ['run.1', 'run of @VERSION@'],
      ['stop', 'Stop'],
    ],
  );
});

test('A hash stays as long as nothing that the page depends on changes', async () => {
  const hashes = async (files: Record<string, string>, baseUrl?: string): Promise<Record<string, string>> => {
    const docs = await listDocs(treeOf(files), { baseUrl });
    return Object.fromEntries(docs.files.map(({ file, hash }) => [file, hash]));
  };
  const before = await hashes({ 'a.md': 'one', 'b.md': 'two' });
  const after = await hashes({ 'a.md': 'one', 'b.md': 'changed', 'c.md': 'new' });
  assert.equal(after['a.md'], before['a.md']);
  assert.notEqual(after['b.md'], before['b.md']);
  const moved = await hashes({ 'a.md': 'one' }, 'https://example.com');
  assert.notEqual(moved['a.md'], before['a.md']);
});

test('Only the files that are asked for are parsed, each under its hash', async () => {
  const docs = await listDocs(treeOf({ 'a.md': 'one', 'b.md': 'two' }));
  const wanted = docs.files.slice(1);
  const parsed = await parseAll(docs, wanted);
  assert.deepEqual(
    parsed.map(({ file, hash, pages }) => [file, hash, pages[0]?.hash]),
    [['b.md', wanted[0]?.hash, wanted[0]?.hash]],
  );
  assert.deepEqual(await parseAll(docs, []), []);
});

test('A page that would take minutes to parse is read as plain text, and the others are not held up', async () => {
  const hostile = `word ${'{'.repeat(40_000)}`;
  const docs = await listDocs(treeOf({ 'a.md': '## A', 'hostile.mdx': hostile, 'z.md': '## Z' }));
  const parsed = await Array.fromAsync(parseDocs(docs, docs.files, { cpuLimit: 200 }));
  const byFile = new Map(parsed.map((one) => [one.file, one]));
  const [warning] = byFile.get('hostile.mdx')?.warnings ?? [];
  assert.match(warning?.message ?? '', /too much time/);
  assert.equal(warning?.fellBack, true);
  const [page] = byFile.get('hostile.mdx')?.pages ?? [];
  assert.match(page?.sections[0]?.text ?? '', /word/);
  // It counts as known: until it changes, the next deployment would try in vain.
  assert.equal(page?.hash, byFile.get('hostile.mdx')?.hash);
  assert.deepEqual(byFile.get('a.md')?.targets, [{ path: 'a', anchors: ['a'] }]);
  assert.deepEqual(byFile.get('z.md')?.targets, [{ path: 'z', anchors: ['z'] }]);
});

test('Nesting too deep for any parser is read as plain text', async () => {
  const docs = await listDocs(treeOf({ 'deep.md': '>'.repeat(20_000) }));
  const [parsed] = await parseAll(docs);
  assert.equal(parsed?.pages.length, 1);
  assert.equal(parsed?.warnings.length, 1);
});

test('Parsing stops when it is aborted', async () => {
  const docs = await listDocs(treeOf({ 'a.md': 'one', 'b.md': 'two' }));
  const reason = new Error('enough');
  const parsing = Array.fromAsync(parseDocs(docs, docs.files, { signal: AbortSignal.abort(reason) }));
  await assert.rejects(parsing, reason);
});

test('A file that cannot be read is a warning and never stops the rest', async () => {
  const docs = await listDocs(treeOf({ 'a.md': 'one', 'b.md': null }));
  assert.deepEqual(docs.warnings, [{ file: 'b.md', message: 'It cannot be read (EIO).' }]);
  assert.equal((await parseAll(docs)).length, 1);
});

test('A tree without docs is one clear sentence', async () => {
  await assert.rejects(listDocs(treeOf({ 'a.png': '' })), (error) => {
    assert.ok(error instanceof DocentError);
    assert.equal(error.code, 'not_found');
    assert.match(error.message, /no docs in test/);
    return true;
  });
});

test('Files whose names differ only in case are pages of their own', async () => {
  const docs = await listDocs(treeOf({ 'Guide.md': 'one', 'guide.md': 'two' }));
  const paths = (await parseAll(docs)).flatMap(({ pages }) => pages.map(({ path }) => path));
  assert.deepEqual(paths.sort(), ['Guide', 'guide']);
});

test('Of two files with one address the index counts, and the other is a warning', async () => {
  const docs = await listDocs(treeOf({ 'README.md': 'one', 'index.md': 'two' }));
  assert.deepEqual(
    docs.files.map(({ file }) => file),
    ['index.md'],
  );
  assert.deepEqual(docs.warnings, [
    { file: 'README.md', message: 'It has the same address as index.md; it was left out.' },
  ]);
});

test('A change of an included file changes the hash of the page that includes it, and of no other', async () => {
  const files = {
    '.vitepress/config.ts': 'export default {}',
    'a.md': '<!--@include: ./b.md-->',
    'c.md': 'c',
  };
  const hashes = async (part: string): Promise<string[]> =>
    (await listDocs(treeOf({ ...files, 'b.md': part }))).files.map(({ hash }) => hash);
  const [one, two] = [await hashes('one'), await hashes('two')];
  assert.deepEqual(
    one.map((hash, at) => hash === two[at]),
    [false, false, true],
  );
});

test('A change of the configuration changes the hashes of the pages that it concerns', async () => {
  const hashes = async (nav: string): Promise<string[]> =>
    (await listDocs(treeOf({ 'mkdocs.yml': nav, 'docs/a.md': 'a', 'docs/b.md': 'b' }))).files.map(
      ({ hash }) => hash,
    );
  const [one, two] = [await hashes('nav: [{ A: a.md }]'), await hashes('nav: [{ Other: a.md }]')];
  assert.notEqual(one[0], two[0]);
  assert.equal(one[1], two[1]);
});

test('A configuration that does not parse is one warning with the reason, and the pages are there', async () => {
  const broken: [file: string, text: string, framework: string, reason: RegExp][] = [
    ['docs.json', '{"navigation": {"pages": ["a"]', 'plain', /as JSON \(.+\), so nothing in it is used/],
    ['docusaurus.config.js', 'export default {', 'docusaurus', /as a script \(.+\), so nothing in it/],
    ['mkdocs.yml', 'site_name: "x\n', 'mkdocs', /as YAML \(.+ line 2.+\), so only a part of it is used/],
    ['book.toml', '[book\n', 'plain', /as TOML \(.+\), so nothing in it is used/],
    ['.gitbook.yaml', 'root: [a\n', 'gitbook', /as YAML/],
  ];
  for (const [file, text, framework, reason] of broken) {
    const docs = await listDocs(treeOf({ [file]: text, 'docs/a.md': '# A' }));
    assert.equal(docs.framework, framework);
    const [first, ...others] = docs.warnings;
    assert.deepEqual([first?.file, others], [file, []]);
    assert.match(first?.message ?? '', reason);
    assert.equal((await parseAll(docs)).length, 1);
  }
});

test('What parses and says nothing is a warning too', async () => {
  const docs = await listDocs(
    treeOf({ 'docusaurus.config.js': 'export default load()', 'docs/a.md': '# A' }),
  );
  assert.match(docs.warnings[0]?.message ?? '', /cannot be read as data/);
  assert.equal((await parseAll(docs))[0]?.pages[0]?.url, '/docs/a');
});

test('A report says which folder holds the docs and why, and which pages have other letters than their language', async () => {
  const languages = ['en', 'cn', 'ja-JP', 'bn', 'kr'];
  const prose = {
    en: 'Ships moor at the quay and wait for the tide. '.repeat(4),
    cn: '船舶停靠在码头等待潮水，然后驶入港口并卸下货物。'.repeat(6),
    sr: 'Бродови пристају уз обалу и чекају плиму. '.repeat(4),
    srLatn: 'Brodovi pristižu uz obalu čim naiđe plima i žure u luku. '.repeat(4),
    bn: 'জাহাজগুলি ঘাটে ভিড়ে জোয়ারের জন্য অপেক্ষা করে। '.repeat(6),
  };
  const page = (language: string, text: string) => `---\nlang: ${language}\n---\n${text}`;
  const docs = await listDocs(
    treeOf({
      'site/mkdocs.yml': 'site_name: x',
      ...Object.fromEntries(
        languages.map((language) => [`site/docs/${language}-en.md`, page(language, prose.en)]),
      ),
      'site/docs/cn-cn.md': page('cn', prose.cn),
      'site/docs/ja-cn.md': page('ja-JP', prose.cn),
      'site/docs/bn-bn.md': page('bn', prose.bn),
      'site/docs/en-cn.md': page('en', prose.cn),
      'site/docs/sr-latn.md': page('sr', prose.srLatn),
      'site/docs/sr-en.md': page('sr', prose.en),
      'site/docs/sr-sr.md': page('sr', prose.sr),
      'site/docs/unknown.md': page('x-y-z', prose.cn),
    }),
  );
  const { folder, reason, findings } = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  assert.deepEqual([folder, reason], ['site/docs', 'it has the mkdocs configuration']);
  assert.deepEqual(findings.wrongScript.map((file) => file.slice('site/docs/'.length)).sort(), [
    'bn-en.md',
    'cn-en.md',
    'en-cn.md',
    'ja-JP-en.md',
    'kr-en.md',
    'sr-en.md',
  ]);
});

test('A report counts operations that say nothing', async () => {
  const operation = (description?: string) => ({ get: { description, responses: {} } });
  const paths = { '/empty': operation(), '/told': operation('It says what it does.') };
  const docs = await listDocs(
    treeOf({
      'a.md': '# A',
      'openapi.json': JSON.stringify({ openapi: '3.0.0', info: { title: 'API' }, paths }),
    }),
  );
  const { findings } = examineDocs(docs, await Array.fromAsync(parseDocs(docs)));
  assert.deepEqual(findings.emptyOperations, ['openapi.json#/paths/~1empty/get']);
});
