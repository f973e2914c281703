import { copyFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { type Guidance, noGuidance } from '../content/guidance.ts';
import type { Page } from '../content/page.ts';
import type { FileFacts } from '../content/file-facts.ts';
import { contentHash } from './content-hash.ts';
import { type Examine, writeHealth } from './docs-health.ts';
import { IndexFileError } from './index-file-error.ts';
import type { EmptyFiles } from './indexed-files.ts';
import { openBuilding, openIndexFile, readIndexInfo, writeMeta, type IndexInfo } from './index-file.ts';
import { replaceFile } from '../lib/replace-file.ts';
import type { WordedPage } from './read-words.ts';
import { createPageWriter } from './write-page.ts';

/** A page that the previous index holds unchanged. */
export type KeptPage = Pick<Page, 'path' | 'hash'>;

type BuildOptions = {
  /** The previous index, whose unchanged pages are copied. An unreadable one is ignored. */
  previous?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The project's instructions and skills, stored with the pages. */
  guidance?: Guidance | undefined;
  /** Files without a page; read after all pages. */
  empty?: EmptyFiles | undefined;
  /** Examines all pages once they are written; the findings are stored in the file. */
  health?: { parsed: ReadonlyMap<string, FileFacts>; examine: Examine } | undefined;
};

/** How the pages of an index differ from those of the previous one. */
type PageCounts = { added: number; changed: number; removed: number; unchanged: number };

export type BuildResult = IndexInfo & PageCounts;

/** Milliseconds of work after which the event loop may run other tasks. */
const maxTurn = 10;

/**
 * Builds the index of `pages` beside `file` and replaces `file` atomically; readers with the old file open keep it. A
 * page with a path that was used before is left out. Rejects with the signal's reason, leaving `file` as it was.
 */
export async function buildIndex(
  file: string,
  pages: Iterable<WordedPage | KeptPage> | AsyncIterable<WordedPage | KeptPage>,
  { previous, ...options }: BuildOptions = {},
): Promise<BuildResult> {
  const counts = await replaceFile(file, async (building) => {
    if (previous !== undefined && canBeCopied(previous)) await copyFile(previous, building);
    const database = openBuilding(building);
    try {
      return await writePages(database, pages, options);
    } finally {
      database.close();
    }
  });
  return { ...readIndexInfo(file), ...counts };
}

function canBeCopied(file: string): boolean {
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
  pages: Iterable<WordedPage | KeptPage> | AsyncIterable<WordedPage | KeptPage>,
  { signal, guidance: said = noGuidance, empty = new Map(), health }: Omit<BuildOptions, 'previous'>,
): Promise<PageCounts> {
  const guidance = JSON.stringify(said);
  const known = new Map<string, { id: number; hash: string }>();
  for (const row of database.prepare('SELECT id, path, hash FROM pages').all()) {
    known.set(row['path'] as string, { id: row['id'] as number, hash: row['hash'] as string });
  }
  const writer = createPageWriter(database);
  const hashes = new Map<string, string>();
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  const takeTurns = createTurns(signal);
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
    await takeTurns();
  }
  signal?.throwIfAborted();
  for (const [path, { id }] of known) {
    if (hashes.has(path)) continue;
    writer.remove(id);
    counts.removed++;
  }
  for (const steps = writer.finish(); steps.next().done !== true;) await takeTurns();
  if (health !== undefined) await writeHealth(database, health.parsed, empty, health.examine);
  writeMeta(database, {
    content_hash: contentHash(hashes, guidance),
    guidance,
    empty_files: JSON.stringify([...empty]),
  });
  database.exec('COMMIT');
  return counts;
}

/** Yields to the event loop after enough work. Rejects with the signal's reason. */
function createTurns(signal: AbortSignal | undefined): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < maxTurn) return;
    await setImmediate();
    signal?.throwIfAborted();
    start = performance.now();
  };
}
