import { openIndexFile } from './index-file.ts';

/** What an index knows of a page: enough to tell whether it must be made again. */
export type IndexedFile = { path: string; file: string; hash: string };

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
