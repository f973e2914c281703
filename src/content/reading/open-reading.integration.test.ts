import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostileDocs } from '../../../test/helpers/hostile-docs.ts';
import { treeOf } from '../../../test/helpers/tree-of.ts';
import { DocentError } from '../../errors.ts';
import type { KnownHashes } from '../known-hashes.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { createBudget } from './cpu-budget.ts';
import { openReading } from './open-reading.ts';

const limits = { list: 20_000, page: 5_000, parse: 60_000, examine: 10_000 };

/** Some of each sort; `npm run bench -- hostile-reading` reads them all. */
const kinds = [
  'mdx: tags in braces',
  'jekyll: braces',
  'yaml: aliases',
  'mkdocs: a deep navigation',
  'mkdocs: redirects',
  'mintlify: redirects',
  'sphinx: toctrees',
  'asciidoc: tags',
  'many links that lead nowhere',
  'one title on many pages, with long paths',
  'front matter',
];

/** A tree that tells which files were read. */
function watched(files: Record<string, string>): { tree: FileTree; read: string[] } {
  const read: string[] = [];
  const tree = treeOf(files);
  const versionOf = async (file: string) => files[file] ?? null;
  return { tree: { ...tree, versionOf, read: (file) => (read.push(file), tree.read(file)) }, read };
}

async function readAll(tree: FileTree, known: KnownHashes = new Map(), within = limits) {
  const reading = openReading(undefined, within);
  try {
    const docs = await reading.list(tree, {}, known);
    const parsed = await Array.fromAsync(docs.parse(docs.files));
    const links = await docs.examine(
      parsed,
      parsed.flatMap(({ pages }) => pages),
    );
    const lines = await docs.findLines(links?.found ?? []);
    return { docs, parsed, links, lines };
  } finally {
    reading.close();
  }
}

test('Docs are listed, parsed and examined in another process; unchanged ones are neither sent nor read again', async () => {
  const { tree, read } = watched({ 'a.md': '# A\n\n[b](b.md) [c](c.md)', 'b.md': '# B' });
  const known: KnownHashes = new Map();
  const { docs, parsed, links, lines } = await readAll(tree, known);
  assert.deepEqual(
    docs.files.map(({ file, path }) => [file, path]),
    [
      ['a.md', 'a'],
      ['b.md', 'b'],
    ],
  );
  assert.deepEqual(
    parsed.map(({ pages }) => pages[0]?.title),
    ['A', 'B'],
  );
  assert.deepEqual(links, {
    unlisted: { link: 0, anchor: 0 },
    found: [{ kind: 'link', file: 'a.md', text: 'c.md' }],
  });
  assert.deepEqual(lines, [3]);
  assert.equal(known.size, 2);
  read.length = 0;
  const reading = openReading();
  const again = await reading.list(tree, {}, known);
  reading.close();
  assert.deepEqual(
    again.files.map(({ hash }) => hash),
    docs.files.map(({ hash }) => hash),
  );
  assert.ok(read.length <= 2, 'only what addresses are learned from');
});

test('A page that takes too much is its text, and the source is listed anew for the others', async () => {
  const hostile = `word ${'{'.repeat(20_000)}`;
  const { parsed } = await readAll(treeOf({ 'a.md': '# A', 'b.mdx': hostile, 'c.md': '# C' }), new Map(), {
    ...limits,
    page: 100,
  });
  assert.deepEqual(parsed.map(({ file, pages }) => [file, pages.length]).toSorted(), [
    ['a.md', 1],
    ['b.mdx', 1],
    ['c.md', 1],
  ]);
  const [warning] = parsed.find(({ file }) => file === 'b.mdx')?.warnings ?? [];
  assert.match(warning?.message ?? '', /too much time/);
});

test('Of many pages, two processes each parse a part, and one that takes too much loses no other', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`p${nth}.md`, `# P${nth}`]));
  const { parsed } = await readAll(treeOf(many));
  const titles = (of: typeof parsed) => of.map(({ pages }) => pages[0]?.title).toSorted();
  const expected = Object.keys(many).map((file) => file.replace('.md', '').toUpperCase());
  assert.deepEqual(titles(parsed), expected.toSorted());
  const hostile = { ...many, 'hostile.mdx': `word ${'{'.repeat(20_000)}` };
  const careful = await readAll(treeOf(hostile), new Map(), { ...limits, page: 100 });
  assert.deepEqual(titles(careful.parsed).toSorted(), [...expected, 'Hostile'].toSorted());
});

test('Docs that take too much to list fail with a sentence, and are not tried again until they change', async () => {
  const split = `{% capture t %}${'a,'.repeat(100_000)}{% endcapture %}${'{% assign l = t | split: "," %}'.repeat(2_000)}`;
  const files = {
    '_config.yml': 'title: x\n',
    'index.md': '---\ntitle: a\n---\n{% include a.md %}\n',
    '_includes/a.md': split,
  };
  const { tree, read } = watched(files);
  const refused = (error: Error) =>
    error instanceof DocentError &&
    error.code === 'invalid_request' &&
    /^Reading test takes more than \d+ s of processor time; it was at index\.md\./.test(error.message);
  await assert.rejects(readAll(tree, new Map(), { ...limits, list: 500 }), refused);
  read.length = 0;
  await assert.rejects(readAll(tree, new Map(), { ...limits, list: 500 }), refused);
  assert.deepEqual(read, []);
  const mended = await readAll(watched({ ...files, '_includes/a.md': 'b' }).tree);
  assert.equal(mended.docs.framework, 'jekyll');
});

test('A reading that is aborted ends in the midst of a step', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const tree = treeOf({ 'a.md': '# A' });
  const reading = openReading(controller.signal);
  const read = (file: string) => (controller.abort(reason), tree.read(file));
  await assert.rejects(reading.list({ ...tree, read }, {}, new Map()), reason);
});

test('When all pages took more than their budget, the worst are named', () => {
  const budget = createBudget(10_000);
  assert.equal(budget.limit(1_000), 1_000);
  for (const [nth, ms] of [3_000, 9_000, 100].entries()) budget.spend(ms, `p${nth}.md`);
  assert.throws(
    () => budget.limit(1_000),
    /more than 10 s of processor time .* p1\.md \(9\.0 s\), p0\.md \(3\.0 s\), p2\.md/,
  );
});

test('Docs that make much of little are read, or refused with a sentence', async () => {
  const all = hostileDocs(300);
  for (const name of kinds) {
    const outcome = await readAll(treeOf(all[name]!), new Map(), { ...limits, list: 3_000, page: 500 }).catch(
      (error: unknown) => error,
    );
    assert.ok(
      !(outcome instanceof Error) || outcome instanceof DocentError,
      `${name}: ${(outcome as Error).stack}`,
    );
  }
});
