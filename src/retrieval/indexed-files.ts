import { hasTable, openIndexFile } from './index-file.ts';

/** What an index knows of a page: enough to decide whether to parse it again. */
export type IndexedFile = { path: string; file: string; hash: string };

/** Hashes by file, of parsed files without a page: drafts. */
export type EmptyFiles = ReadonlyMap<string, string>;

/**
 * The files without a page at the time when an index file was built.
 * @throws {IndexFileError} when the file cannot be used
 */
export function emptyFiles(indexFile: string): EmptyFiles {
  const database = openIndexFile(indexFile);
  try {
    const row = database.prepare("SELECT value FROM meta WHERE key = 'empty_files'").get();
    return new Map(row === undefined ? [] : (JSON.parse(row['value'] as string) as [string, string][]));
  } finally {
    database.close();
  }
}

/** The files whose page is published, or no more, by a time, in milliseconds since 1970. @throws {IndexFileError} */
export function changedFiles(indexFile: string, by: number): string[] {
  const database = openIndexFile(indexFile);
  try {
    if (!hasTable(database, 'file_facts')) return [];
    const rows = database
      .prepare("SELECT file FROM file_facts WHERE json_extract(facts, '$.changesAt') <= ?")
      .all(by);
    return rows.map((row) => row['file'] as string);
  } finally {
    database.close();
  }
}

/**
 * The pages of an index file, without their texts.
 * @throws {IndexFileError} when the file cannot be used
 */
export function indexedFiles(indexFile: string): IndexedFile[] {
  const database = openIndexFile(indexFile);
  try {
    return database.prepare('SELECT path, file, hash FROM pages').all() as IndexedFile[];
  } finally {
    database.close();
  }
}
