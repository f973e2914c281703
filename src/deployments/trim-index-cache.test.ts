import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { temporaryFolder } from '../../test/helpers/repository.ts';
import { formatVersion } from '../retrieval/index-schema.ts';
import { addIndexFile, setStored } from '../store/index-files.ts';
import { trimIndexCache } from './trim-index-cache.ts';

test('of the files that are too many, those go that were longest not opened, are not in use and can be brought again', async (t) => {
  const store = await openTestStore(t);
  const folder = await temporaryFolder(t);
  const names = ['oldest-not-stored', 'oldest-open', 'old', 'newer', 'just-brought'].map(
    (name) => `${name}.sqlite`,
  );
  for (const [n, file] of names.entries()) {
    await writeFile(join(folder, file), 'x'.repeat(1_000));
    if (n < 4) await utimes(join(folder, file), n + 1, n + 1);
    if (n === 0) continue;
    await addIndexFile(store, { name: `${file}.1`, file, format: formatVersion, sha256: '' });
    await setStored(store, `${file}.1`);
  }
  await trimIndexCache(store, folder, { maxBytes: 1_500, open: () => ['oldest-open.sqlite'] });
  assert.deepEqual((await readdir(folder)).sort(), names.filter((_, n) => n !== 2 && n !== 3).sort());
});
