import { copyFile, open, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Page } from '../content/page.ts';
import { contentHash } from './content-hash.ts';
import { IndexFileError } from './index-file-error.ts';
import { applicationId, formatVersion, schema } from './index-schema.ts';
import { openIndexFile, readInfo, writeMeta, type IndexInfo } from './index-info.ts';
import { createPageWriter } from './write-page.ts';

/** A page that the previous index already holds. */
export type KeptPage = Pick<Page, 'path' | 'hash'>;

export type BuildOptions = {
  /** The index that this one follows: its unchanged pages are taken over. One that cannot be read is ignored. */
  previous?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** What was built, and how its pages differ from the previous index. */
export type BuildResult = IndexInfo & { added: number; changed: number; removed: number; unchanged: number };

/** Milliseconds of work after which other things of the process get their turn. */
const longestTurn = 10;

/**
 * Builds the index of `pages` beside `file` and puts it in place in one step; whoever has the old file open keeps it.
 * A page whose path came before is left out. Rejects with the signal's reason when aborted, leaving `file` as it was.
 */
export async function buildIndex(
  file: string,
  pages: Iterable<Page | KeptPage> | AsyncIterable<Page | KeptPage>,
  { previous, signal }: BuildOptions = {},
): Promise<BuildResult> {
  const building = `${file}.${randomUUID()}.building`;
  try {
    const database = await startFile(building, previous);
    let counts: PageCounts;
    try {
      counts = await writePages(database, pages, signal);
    } finally {
      database.close();
    }
    await syncToDisk(building);
    signal?.throwIfAborted();
    await rename(building, file);
    await syncToDisk(dirname(file));
    const built = openIndexFile(file);
    try {
      return { ...readInfo(built, (await stat(file)).size), ...counts };
    } finally {
      built.close();
    }
  } finally {
    await rm(building, { force: true });
  }
}

type PageCounts = { added: number; changed: number; removed: number; unchanged: number };

async function startFile(building: string, previous: string | undefined): Promise<DatabaseSync> {
  if (previous !== undefined && isUsable(previous)) await copyFile(previous, building);
  const database = new DatabaseSync(building);
  // The file is nobody's until it is renamed, so it needs neither a journal nor waiting for the disk.
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; PRAGMA cache_size = -65536',
  );
  if (database.prepare('PRAGMA user_version').get()?.['user_version'] === formatVersion) return database;
  database.exec(
    `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}; ${schema}`,
  );
  return database;
}

function isUsable(file: string): boolean {
  try {
    openIndexFile(file).close();
    return true;
  } catch (error) {
    if (error instanceof IndexFileError) return false;
    throw error;
  }
}

async function writePages(
  database: DatabaseSync,
  pages: Iterable<Page | KeptPage> | AsyncIterable<Page | KeptPage>,
  signal: AbortSignal | undefined,
): Promise<PageCounts> {
  const known = new Map<string, { id: number; hash: string }>();
  for (const row of database.prepare('SELECT id, path, hash FROM pages').all()) {
    known.set(row['path'] as string, { id: row['id'] as number, hash: row['hash'] as string });
  }
  const writer = createPageWriter(database);
  const hashes = new Map<string, string>();
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  let turnStart = performance.now();
  database.exec('BEGIN');
  for await (const page of pages) {
    if (hashes.has(page.path)) continue;
    hashes.set(page.path, page.hash);
    const before = known.get(page.path);
    if (before?.hash === page.hash) {
      counts.unchanged++;
      continue;
    }
    if (!('sections' in page)) throw new Error(`The previous index does not hold the page ${page.path}.`);
    if (before) writer.remove(before.id);
    writer.add(page);
    counts[before ? 'changed' : 'added']++;
    if (performance.now() - turnStart < longestTurn) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turnStart = performance.now();
  }
  for (const [path, { id }] of known) {
    if (hashes.has(path)) continue;
    writer.remove(id);
    counts.removed++;
  }
  writer.finish();
  writeMeta(database, contentHash(hashes));
  database.exec('COMMIT');
  return counts;
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
