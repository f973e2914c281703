import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsFolder } from '../../test/helpers/docs-folder.ts';
import { type KnownHashes, knownHashesOf } from './known-hashes.ts';
import { listDocs } from './read-docs.ts';
import type { FileTree } from './sources/file-tree.ts';
import { openFolder } from './sources/folder.ts';

const hashesOf = async (tree: FileTree, known?: KnownHashes) =>
  Object.fromEntries((await listDocs(tree, {}, known)).files.map(({ file, hash }) => [file, hash]));

/** A tree of texts with versions, which tells what was read. */
function treeOf(texts: Record<string, { version: string; text: string }>): FileTree & { taken: string[] } {
  const taken: string[] = [];
  return {
    name: 'tree',
    files: Object.keys(texts).sort(),
    warnings: [],
    taken,
    versionOf: async (file) => texts[file]!.version,
    async read(file) {
      taken.push(file);
      return { text: texts[file]?.text ?? null, warning: null };
    },
  };
}

test('a file of a known version is not read again, and has the hash that reading it would give', async () => {
  const known: KnownHashes = new Map();
  const texts = { 'a.md': { version: '1', text: '# A' }, 'b.md': { version: '1', text: '# B' } };
  const first = await hashesOf(treeOf(texts), known);
  const again = treeOf(texts);
  assert.deepEqual(await hashesOf(again, known), first);
  assert.deepEqual(again.taken, []);
  const changed = treeOf({ ...texts, 'b.md': { version: '2', text: '# B, changed' } });
  const hashes = await hashesOf(changed, known);
  assert.deepEqual(changed.taken, ['b.md']);
  assert.deepEqual(hashes, await hashesOf(changed));
});

test('files that are gone are forgotten', async () => {
  const known: KnownHashes = new Map();
  const kept = { 'a.md': { version: '1', text: '# A' } };
  await hashesOf(treeOf({ ...kept, 'b.md': { version: '1', text: '# B' } }), known);
  await hashesOf(treeOf(kept), known);
  assert.deepEqual([...known.keys()], ['a.md']);
});

test('a page that includes another file is read each time, for that one may change', async () => {
  const known: KnownHashes = new Map();
  const config = { version: '1', text: 'export default {}' };
  const site = (part: string) =>
    treeOf({
      '.vitepress/config.mjs': config,
      'index.md': { version: '1', text: '# Home\n\n<!--@include: ./_part.md-->\n' },
      '_part.md': { version: part, text: `Part ${part}.` },
    });
  const first = await hashesOf(site('1'), known);
  const second = await hashesOf(site('2'), known);
  assert.notEqual(first['index.md'], second['index.md']);
  assert.deepEqual(second, await hashesOf(site('2')));
});

test('a file that was just saved is read, since it may be saved again within the tick of a clock', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const docs = await docsFolder({ 'a.md': '# One\n' });
  t.after(docs.remove);
  const known: KnownHashes = new Map();
  const first = await hashesOf(await openFolder(docs.path), known);
  await writeFile(join(docs.path, 'a.md'), '# Two\n');
  assert.notDeepEqual(await hashesOf(await openFolder(docs.path), known), first);
  assert.equal(known.size, 0);
});

test('a file that was saved with its old time and length is seen to be another one', async (t) => {
  const docs = await docsFolder({ 'a.md': '# One\n' });
  t.after(docs.remove);
  const file = join(docs.path, 'a.md');
  const known: KnownHashes = new Map();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10_000 });
  const first = await hashesOf(await openFolder(docs.path), known);
  assert.equal(known.size, 1);
  const long = new Date('2020-01-01');
  await writeFile(file, '# Two\n');
  await utimes(file, long, long);
  assert.notDeepEqual(await hashesOf(await openFolder(docs.path), known), first);
});

test('the hashes of fifty sites are kept, those asked for last', () => {
  const sites = new Map<string, KnownHashes>();
  const first = knownHashesOf(sites, 'site 0');
  for (let n = 1; n < 50; n++) knownHashesOf(sites, `site ${n}`);
  assert.equal(knownHashesOf(sites, 'site 0'), first);
  knownHashesOf(sites, 'site 50');
  assert.equal(sites.size, 50);
  assert.ok(!sites.has('site 1') && sites.has('site 0'));
});
