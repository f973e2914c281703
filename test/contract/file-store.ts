import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileStore } from '../../src/files/file-store.ts';
import { hashFile, verified } from '../../src/files/hash-file.ts';
import { MissingFile } from '../../src/files/missing-file.ts';
import { temporaryFolder } from '../helpers/repository.ts';

/** What every place behind the port has to keep to. */
export function fileStoreContract(name: string, open: () => Promise<FileStore>): void {
  const read = async (store: FileStore, file: string, sha256: string): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of verified(store.get(file), sha256)) parts.push(part);
    return Buffer.concat(parts);
  };

  test(`${name}: bytes come back as they were, of an empty file, a small one and one of several parts`, async (t) => {
    const [folder, store] = [await temporaryFolder(t), await open()];
    t.after(() => store.close());
    for (const size of [0, 1, 70_000, (9 << 20) + 5]) {
      const file = join(folder, 'file');
      const bytes = randomBytes(size);
      await writeFile(file, bytes);
      const sum = await hashFile(file);
      const key = `dpl_1.sqlite.6.${size}`;
      await Promise.all([store.put(key, file, sum), store.put(key, file, sum)]);
      assert.ok((await read(store, key, sum)).equals(bytes));
      await store.remove(key);
      await store.remove(key);
      await assert.rejects(read(store, key, sum));
    }
  });

  test(`${name}: what is not what its sum says is had by nobody`, async (t) => {
    const [folder, store] = [await temporaryFolder(t), await open()];
    t.after(() => store.close());
    const file = join(folder, 'file');
    await writeFile(file, 'one thing');
    const sum = await hashFile(file);
    await writeFile(file, 'another thing');
    await assert.rejects(store.put('dpl_2.sqlite', file, sum));
    await assert.rejects(read(store, 'dpl_2.sqlite', sum));
    await store.put('dpl_3.sqlite', file, await hashFile(file));
    await assert.rejects(read(store, 'dpl_3.sqlite', sum), /SHA-256/);
    await assert.rejects(read(store, 'dpl_none.sqlite', sum), MissingFile);
  });
}
