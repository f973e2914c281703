import { copyFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { replaceFile } from '../../lib/replace-file.ts';
import { openBuilding, openIndexFile } from '../index-file.ts';
import { rewriteWords } from '../index-words.ts';
import type { Expansion } from './expander.ts';
import { expandableSections } from './read-sections.ts';

type Options = {
  signal: AbortSignal;
  /** Called when the file is ready; when it throws, the file is not replaced. */
  beforeReplace: () => Promise<void>;
};

type Change = { id: number; next: Expansion | null };

/**
 * Creates the next revision of an index, replaced atomically, whose sections have exactly the given expansions, by
 * hash. Stale vectors of changed sections stay in use until they are recomputed.
 * @returns false when the file has them already and stays as it is
 * @throws {IndexFileError} when the file cannot be used; the signal's reason
 */
export async function setExpansions(
  file: string,
  expansions: ReadonlyMap<string, Expansion>,
  { signal, beforeReplace }: Options,
): Promise<boolean> {
  const changes = await changesOf(file, expansions);
  if (changes.length === 0) return false;
  await replaceFile(file, async (building) => {
    await copyFile(file, building);
    const database = openBuilding(building);
    try {
      database.exec('BEGIN');
      write(database, changes);
      for (const pages = rewriteWords(database); pages.next().done !== true;) {
        signal.throwIfAborted();
        await setImmediate();
      }
      database.exec(`DELETE FROM meta WHERE key = 'embedded_content'`);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
    await beforeReplace();
  });
  return true;
}

/** @throws {IndexFileError} when the file cannot be used */
export function holdsExpansions(file: string): boolean {
  const database = openIndexFile(file);
  try {
    return database.prepare('SELECT 1 FROM expansions LIMIT 1').get() !== undefined;
  } finally {
    database.close();
  }
}

/** The sections whose expansion differs from the file's. */
async function changesOf(file: string, expansions: ReadonlyMap<string, Expansion>): Promise<Change[]> {
  const database = openIndexFile(file);
  try {
    const rows = database.prepare('SELECT section_id, context, questions FROM expansions').all();
    const before = new Map(
      rows.map(({ section_id, context, questions }) => [Number(section_id), `${context}\n${questions}`]),
    );
    const sections = await expandableSections(database);
    return sections.flatMap(({ id, hash }) => {
      const wanted = expansions.get(hash);
      const next = wanted === undefined || wanted.context + wanted.questions === '' ? null : wanted;
      const isSame = (next === null ? undefined : `${next.context}\n${next.questions}`) === before.get(id);
      return isSame ? [] : [{ id, next }];
    });
  } finally {
    database.close();
  }
}

function write(database: DatabaseSync, changes: readonly Change[]): void {
  const put = database.prepare('INSERT OR REPLACE INTO expansions VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM expansions WHERE section_id = ?');
  const outdate = database.prepare('UPDATE vectors SET is_stale = 1 WHERE section_id = ?');
  for (const { id, next } of changes) {
    if (next === null) drop.run(id);
    else put.run(id, next.context, next.questions);
    outdate.run(id);
  }
}
