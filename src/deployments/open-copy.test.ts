import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePage } from '../../test/helpers/make-page.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { eventually } from '../../test/helpers/eventually.ts';
import { buildIndex } from '../retrieval/build-index.ts';
import { copyEnding, openCopy } from './open-copy.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';

test('An open copy outlives its file, and goes when it is closed', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'dpl_a.sqlite');
  await buildIndex(file, [makePage('one', '# One\n\nAbout one.')]);
  const index = openCopy(file, {});
  await rm(file);
  assert.equal(index.page('one')?.title, 'One');
  index.close();
  await eventually(
    () => readdir(folder),
    (files) => files.length === 0,
  );
});

test('A file that is no index leaves no copy', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'dpl_a.sqlite'), 'Nothing');
  assert.throws(() => openCopy(join(folder, 'dpl_a.sqlite'), {}));
  assert.deepEqual(await readdir(folder), ['dpl_a.sqlite']);
});

test('A starting server deletes the copies that a killed one had open', async (t) => {
  const folder = await temporaryFolder(t);
  const store = await openTestStore(t);
  await writeFile(join(folder, `dpl_a.sqlite.1${copyEnding}`), '');
  await sweepIndexFiles(store, folder);
  assert.equal((await readdir(folder)).length, 1);
  await sweepIndexFiles(store, folder, { halfBuilt: true });
  assert.deepEqual(await readdir(folder), []);
});
