import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamagedFile } from '../../lib/sqlite-damage.ts';
import type { SmallVector } from './quantize.ts';

/** A cache of vectors by model and text, for all projects of this host: a text is embedded once. */
export type VectorCache = {
  /** The cached vectors of these texts, by text. */
  get: (model: string, texts: readonly string[]) => Map<string, SmallVector>;
  put: (model: string, vectors: ReadonlyMap<string, SmallVector>) => void;
  close: () => void;
};

/** Vectors that were not used for this many days are dropped when the cache is opened. */
const daysKept = 180;

/**
 * Opens or creates the cache. Several processes may use one. A damaged file is replaced: everything in it can be
 * recomputed.
 */
export function openVectorCache(file: string): VectorCache {
  try {
    return openCache(file);
  } catch (error) {
    if (!isDamagedFile(error)) throw error;
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    return openCache(file);
  }
}

function openCache(file: string): VectorCache {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return cacheIn(database);
  } catch (error) {
    // Windows deletes no file that is open.
    database.close();
    throw error;
  }
}

function cacheIn(database: DatabaseSync): VectorCache {
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS vectors (
      model TEXT NOT NULL, hash BLOB NOT NULL, scale REAL NOT NULL, components BLOB NOT NULL, used_on INTEGER NOT NULL,
      PRIMARY KEY (model, hash)
    ) STRICT, WITHOUT ROWID;
  `);
  const today = Math.floor(Date.now() / 86_400_000);
  database.prepare('DELETE FROM vectors WHERE used_on < ?').run(today - daysKept);
  const select = database.prepare(
    'SELECT scale, components, used_on FROM vectors WHERE model = ? AND hash = ?',
  );
  const touch = database.prepare('UPDATE vectors SET used_on = ? WHERE model = ? AND hash = ?');
  const insert = database.prepare('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?)');
  return {
    get(model, texts) {
      const found = new Map<string, SmallVector>();
      for (const text of texts) {
        const hash = hashOf(text);
        const row = select.get(model, hash);
        if (row === undefined) continue;
        if (row['used_on'] !== today) touch.run(today, model, hash);
        found.set(text, {
          scale: Number(row['scale']),
          values: new Int8Array(row['components'] as Uint8Array),
        });
      }
      return found;
    },
    put(model, vectors) {
      database.exec('BEGIN IMMEDIATE');
      try {
        for (const [text, { scale, values }] of vectors)
          insert.run(model, hashOf(text), scale, new Uint8Array(values.buffer), today);
        database.exec('COMMIT');
      } finally {
        // As when the disk is full.
        if (database.isTransaction) database.exec('ROLLBACK');
      }
    },
    close: () => database.close(),
  };
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest().subarray(0, 16);
}
