import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import { buildIndex } from './build-index.ts';
import type { Embedder } from './embedding/embedder.ts';
import { openIndexFile } from './index-file.ts';
import { openIndex } from './open-index.ts';
import { startSearchThread } from './search-thread.ts';
import { addVectors } from './vectors/add-vectors.ts';
import { compareHere, compareInThread, startScanThread } from './vectors/scan-thread.ts';
import { openVectorCache } from './vectors/vector-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-search-thread-'));
const file = join(folder, 'docs.index');
await buildIndex(file, [
  makePage('install', '# Install\nUse the `setupWizard` of the installer.'),
  makePage('proxy', '# Proxy\nThe wizard asks for a proxy.'),
]);
/** Whether a text is about the network. */
const vectorOf = (text: string) => Float32Array.from(/proxy|network/.test(text) ? [1, 0.1] : [0.1, 1]);
const embedder: Embedder = {
  id: 'network',
  understands: () => true,
  embedDocuments: async (texts) => texts.map(vectorOf),
  embedQuery: async (text) => vectorOf(text),
  ready: async () => {},
  close: async () => {},
};
const cache = openVectorCache(join(folder, 'cache.sqlite'));
await addVectors(file, file, { embedder, cache });
cache.close();
const index = openIndex(file, { embedderFor: () => embedder });
const thread = startSearchThread(file);
after(async () => {
  await thread.stop();
  index.close();
  rmSync(folder, { recursive: true });
});

test('a thread finds what a search in place finds, however many are asked at once', async () => {
  const texts = ['wizard', 'proxy', 'setup wizard', 'network', 'nothing of this'];
  for (const lexicalOnly of [true, false]) {
    const queries = texts.map((text) => ({ text, limit: 5, lexicalOnly }));
    const found = await Promise.all(
      queries.map((query) => thread.search(query, lexicalOnly ? null : { vector: vectorOf(query.text) })),
    );
    assert.equal(found[0]?.hits.length, 2);
    assert.equal(found[3]?.hits[0]?.path, lexicalOnly ? undefined : 'proxy');
    assert.deepEqual(found, await Promise.all(queries.map((query) => index.search(query))));
  }
});

test('what takes the name of the file later changes nothing for a thread that has it open', async () => {
  for (const newer of [null, join(folder, 'newer.index')]) {
    const path = join(folder, 'replaced.index');
    copyFileSync(file, path);
    const opened = startSearchThread(path);
    const query = { text: 'network', limit: 5 };
    const byWords = await opened.search(query, null);
    assert.deepEqual(byWords.hits, []);
    if (newer === null) rmSync(path);
    else {
      await buildIndex(newer, [makePage('other', '# Other\nAnother network.')]);
      renameSync(newer, path);
    }
    const { hits } = await opened.search(query, { vector: vectorOf(query.text) });
    assert.deepEqual(hits, (await index.search(query)).hits);
    await opened.stop();
  }
});

test('vectors are compared by the thread again some time after it died, and here until then', async (t) => {
  const database = openIndexFile(file);
  t.after(() => database.close());
  const threads: ReturnType<typeof startScanThread>[] = [];
  const compare = compareInThread(database, file, 3, (data, onFailure) => {
    const real = startScanThread(data, onFailure);
    const dying = { ...real, ask: () => (onFailure(), Promise.reject(new Error('It died.'))) };
    threads.push(real);
    return threads.length === 1 ? dying : real;
  });
  t.after(() => Promise.all(threads.map((each) => each.stop())));
  const start = performance.now();
  const clock = t.mock.method(performance, 'now', () => start);
  const query = vectorOf('network');
  const compared = async () => [...(await compare(query))!.similarities];
  const expected = [...(await compareHere(database, 3)(query))!.similarities];
  assert.deepEqual(await compared(), expected);
  assert.deepEqual(await compared(), expected);
  assert.equal(threads.length, 1, 'not at once');
  clock.mock.mockImplementation(() => start + 1_500);
  assert.deepEqual(await compared(), expected);
  assert.deepEqual(await compared(), expected);
  assert.equal(threads.length, 2);
});

test('a thread that cannot open the file says so to who asks, and searches once it can', async () => {
  const path = join(folder, 'missing.index');
  const broken = startSearchThread(path);
  const search = () => broken.search({ text: 'wizard', limit: 5 }, null);
  await assert.rejects(search(), /The search stopped/);
  copyFileSync(file, path);
  assert.equal((await search()).hits.length, 2);
  await broken.stop();
});
