import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashText } from '../content/sources/hash-files.ts';
import { DocentError } from '../errors.ts';
import type { FileStore } from '../files/file-store.ts';
import { newId } from '../lib/ids.ts';
import { addTexts, listTexts, setTextsStored, type StoredText } from '../store/pushed-files.ts';
import type { Store } from '../store/store.ts';

/** Where pushed docs are stored. */
export type PushedDeps = {
  store: Store;
  files: FileStore;
  /** Whether servers share their state: then folders are deployed by pushing them, too. */
  isShared: boolean;
};

/** Total bytes of a project's texts, including those of the previous push. */
const maxProjectBytes = 2 * 1024 ** 3;

const writesAtOnce = 8;

/**
 * Uploads texts, so that a push can name them.
 * @throws DocentError `conflict` when the project's texts exceed their limit
 */
export async function storeTexts(
  { store, files }: PushedDeps,
  projectId: string,
  texts: string[],
): Promise<void> {
  const stored = texts.map((text) => ({
    name: newId('text'),
    sha256: hashText(text),
    bytes: Buffer.byteLength(text),
    text,
  }));
  await requireRoom(store, projectId, stored);
  const rows = stored.map(({ name, sha256, bytes }) => ({ name, sha256, bytes }));
  await addTexts(store, projectId, rows);
  const folder = await mkdtemp(join(tmpdir(), 'docent-push-'));
  try {
    const waiting = stored.values();
    const storeNext = async () => {
      for (const { name, sha256, text } of waiting) {
        const file = join(folder, name);
        await writeFile(file, text);
        await files.put(name, file, sha256);
      }
    };
    await Promise.all(Array.from({ length: writesAtOnce }, storeNext));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await setTextsStored(
    store,
    rows.map(({ name }) => name),
  );
}

async function requireRoom(store: Store, projectId: string, more: StoredText[]): Promise<void> {
  const all = [...(await listTexts(store, projectId)), ...more];
  if (all.reduce((sum, { bytes }) => sum + bytes, 0) <= maxProjectBytes) return;
  const max = `${maxProjectBytes / 1024 ** 3} GB`;
  throw new DocentError(
    'conflict',
    `A project can have at most ${max} of pushed files. Push only the docs folder.`,
  );
}
