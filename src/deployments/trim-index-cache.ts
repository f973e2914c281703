import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatVersion } from '../retrieval/index-schema.ts';
import { newestRevisions } from '../store/index-files.ts';
import type { Store } from '../store/store.ts';

type CacheLimits = {
  /** Bytes of all index files together. */
  maxBytes: number;
  /** The open files; their projects are in use. */
  open: () => Iterable<string>;
};

/** Milliseconds that a file is kept after its download or last use: it is about to be opened. */
const inUseMs = 20_000;

/** Deletes local index files that can be downloaded again, the least recently opened first. */
export async function trimIndexCache(
  store: Store,
  indexFolder: string,
  { maxBytes, open }: CacheLimits,
): Promise<void> {
  const names = (await readdir(indexFolder)).filter((name) => name.endsWith('.sqlite'));
  const files = (await Promise.all(names.map((name) => measure(indexFolder, name)))).filter(
    (file) => file !== null,
  );
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= maxBytes) return;
  const stored = await newestRevisions(store, names, formatVersion);
  const isOpen = new Set(open());
  const recently = Date.now() - inUseMs;
  for (const file of files.sort((one, other) => one.usedAt - other.usedAt)) {
    if (bytes <= maxBytes) return;
    if (file.usedAt > recently || isOpen.has(file.name) || !stored.has(file.name)) continue;
    await rm(join(indexFolder, file.name), { force: true });
    bytes -= file.bytes;
  }
}

async function measure(folder: string, name: string) {
  const known = await stat(join(folder, name)).catch(() => null);
  return known && { name, bytes: known.size, usedAt: Math.max(known.atimeMs, known.mtimeMs) };
}
