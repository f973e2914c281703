import assert from 'node:assert/strict';
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { folderFiles } from '../files/folder-files.ts';
import { hashFile } from '../files/hash-file.ts';
import { buildIndex } from '../retrieval/build-index.ts';
import { isUsable } from '../retrieval/index-file.ts';
import { formatVersion } from '../retrieval/index-schema.ts';
import { newestRevisions } from '../store/index-files.ts';
import { createIndexTravel } from './index-travel.ts';
import { sweepStoredIndexes } from './sweep-stored-indexes.ts';

/** Two servers' folders; the first has published the files. */
async function scene(t: TestContext, ...files: string[]) {
  const store = await openTestStore(t);
  const [here, shared, there] = [
    await temporaryFolder(t),
    await temporaryFolder(t),
    await temporaryFolder(t),
  ];
  const stored = folderFiles(shared);
  const publisher = createIndexTravel(store, stored, there);
  for (const file of files) {
    await buildIndex(join(there, file), [makePage(file, `# ${file}`)]);
    await publisher.publish(file);
  }
  const read: string[] = [];
  const counted = { ...stored, get: (name: string) => (read.push(name), stored.get(name)) };
  const revisions = await newestRevisions(store, files, formatVersion);
  return {
    store,
    stored,
    publisher,
    travel: createIndexTravel(store, counted, here),
    another: createIndexTravel(store, counted, await temporaryFolder(t)),
    read,
    pathHere: (file: string) => join(here, file),
    pathThere: (file: string) => join(there, file),
    pathStored: (file: string) => join(shared, revisions.get(file)!.name),
  };
}

test('concurrent callers share one download, and later ones have the file', async (t) => {
  const { travel, read } = await scene(t, 'a.sqlite');
  const brought = await Promise.all(Array.from({ length: 5 }, () => travel.bring('a.sqlite')));
  assert.deepEqual(new Set(brought), new Set(['brought']));
  assert.equal(await travel.bring('a.sqlite'), 'here');
  assert.equal(read.length, 1);
});

test('a local file that was cut off after its download is downloaded again', async (t) => {
  const { travel, pathHere } = await scene(t, 'a.sqlite');
  await travel.bring('a.sqlite');
  const file = pathHere('a.sqlite');
  await truncate(file, (await stat(file)).size - 4096);
  assert.equal(isUsable(file), false);
  assert.equal(await travel.bring('a.sqlite'), 'brought');
  assert.equal(isUsable(file), true);
});

test('a local file in which a byte has changed is downloaded again when that is noticed', async (t) => {
  const { travel, pathHere, pathThere } = await scene(t, 'a.sqlite');
  await travel.bring('a.sqlite');
  const bytes = await readFile(pathHere('a.sqlite'));
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(pathHere('a.sqlite'), bytes);
  assert.equal(await travel.bring('a.sqlite'), 'here');
  assert.equal(await travel.mend('a.sqlite'), 'brought');
  assert.ok((await readFile(pathHere('a.sqlite'))).equals(await readFile(pathThere('a.sqlite'))));
  assert.equal(await travel.mend('a.sqlite'), 'here');
});

test('a stored file that was damaged holds up no other', async (t) => {
  const { travel, pathHere, pathStored } = await scene(t, 'a.sqlite', 'b.sqlite', 'c.sqlite');
  await copyFile(pathStored('a.sqlite'), pathStored('b.sqlite'));
  await assert.rejects(travel.bringNewer(['a.sqlite', 'b.sqlite', 'c.sqlite']), AggregateError);
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => isUsable(pathHere(`${name}.sqlite`))),
    [true, false, true],
  );
});

test('a stored file that was damaged is stored again by a server that has built the same', async (t) => {
  const { travel, another, pathHere, pathStored, pathThere } = await scene(t, 'a.sqlite', 'b.sqlite');
  await copyFile(pathStored('b.sqlite'), pathStored('a.sqlite'));
  await assert.rejects(travel.bring('a.sqlite'), /SHA-256/);
  await copyFile(pathThere('a.sqlite'), pathHere('a.sqlite'));
  await travel.publish('a.sqlite');
  assert.equal(await another.bring('a.sqlite'), 'brought');
});

test('what becomes the newest revision again while a sweep removes its earlier copy stays stored', async (t) => {
  const { store, stored, publisher, another, pathThere } = await scene(t, 'a.sqlite');
  const file = pathThere('a.sqlite');
  const before = await readFile(file);
  await buildIndex(file, [makePage('b', '# Another')]);
  await publisher.publish('a.sqlite');
  const remove = async (name: string) => {
    await writeFile(file, before);
    await publisher.publish('a.sqlite');
    await stored.remove(name);
  };
  await sweepStoredIndexes(store, { ...stored, remove }, undefined, { older: -1_000, unknown: 60_000 });
  assert.equal(await another.bring('a.sqlite'), 'brought');
  const newest = (await newestRevisions(store, ['a.sqlite'], formatVersion)).get('a.sqlite');
  assert.equal(newest?.sha256, await hashFile(file));
});
