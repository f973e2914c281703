import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { type Guidance, noGuidance } from '../content/guidance.ts';
import type { CosineScale } from './embedding/embedder.ts';
import { IndexFileError, type IndexFileProblem } from './index-file-error.ts';
import {
  applicationId,
  formatVersion,
  healthSchema,
  originSchema,
  schema,
  sourceSchema,
} from './index-schema.ts';

/** The metadata of an index file. */
export type IndexInfo = {
  formatVersion: number;
  /** Changes exactly when a page changes. */
  contentHash: string;
  pages: number;
  sections: number;
  /**
   * The model of its vectors, how many sections have one, whether these are all that the model supports, and the scale
   * of its cosines if measured; null before there are any.
   */
  embedding: { model: string; sections: number; complete: boolean; scale?: CosineScale } | null;
  /** Size of the file. */
  bytes: number;
};

/** Kilobytes of pages that SQLite keeps of an open file. The system's cache has them too, and serves all that are open. */
const pageCache = 128;

/**
 * Opens the file as a read-only database that is assumed never to change.
 * @throws {IndexFileError} when it is missing, cut short, not an index, or of another format
 */
export function openIndexFile(file: string): DatabaseSync {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new IndexFileError('missing');
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(url, { readOnly: true });
    database.exec(`PRAGMA cache_size = -${pageCache}`);
    const pragma = (name: string): unknown => database?.prepare(`PRAGMA ${name}`).get()?.[name];
    if (pragma('application_id') !== applicationId) throw new IndexFileError('foreign');
    if (pragma('user_version') !== formatVersion) throw new IndexFileError('older-format');
    if (Number(pragma('page_count')) * Number(pragma('page_size')) !== size)
      throw new IndexFileError('corrupt');
    readInfo(database, size);
    return database;
  } catch (error) {
    database?.close();
    throw asIndexFileError(error);
  }
}

/** SQLite's result codes for a damaged file (https://sqlite.org/rescode.html), with our messages. */
const problemOfCode = new Map<unknown, IndexFileProblem>([
  [10, 'corrupt'],
  [11, 'corrupt'],
  [26, 'foreign'],
]);

/** Converts SQLite's error for a damaged file to an `IndexFileError`; returns others unchanged. */
export function asIndexFileError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  const problem = problemOfCode.get(error.errcode);
  return problem ? new IndexFileError(problem, error) : error;
}

/** @throws {IndexFileError} when the file was never finished */
export function readInfo(database: DatabaseSync, bytes: number): IndexInfo {
  const meta = new Map(
    database
      .prepare('SELECT key, value FROM meta')
      .all()
      .map((row) => [row['key'], row['value'] as string]),
  );
  const contentHash = meta.get('content_hash');
  if (contentHash === undefined) throw new IndexFileError('corrupt');
  const model = meta.get('embedding_model');
  const scale = meta.get('embedding_scale');
  return {
    formatVersion,
    contentHash,
    pages: Number(meta.get('pages')),
    sections: Number(meta.get('sections')),
    embedding:
      model === undefined
        ? null
        : {
            model,
            sections: Number(meta.get('vectors')),
            complete: meta.get('embedded_content') === contentHash,
            ...(scale !== undefined && { scale: JSON.parse(scale) as CosineScale }),
          },
    bytes,
  };
}

/** The project's guidance; empty in files from before it was stored. */
export function readGuidance(database: DatabaseSync): Guidance {
  const row = database.prepare("SELECT value FROM meta WHERE key = 'guidance'").get();
  return row === undefined ? noGuidance : JSON.parse(row['value'] as string);
}

/** The same of a file that is not open. @throws {IndexFileError} when the file cannot be used */
export function readIndexGuidance(file: string): Guidance {
  const database = openIndexFile(file);
  try {
    return readGuidance(database);
  } finally {
    database.close();
  }
}

/**
 * Reads the metadata of an index file.
 * @throws {IndexFileError} when the file cannot be used
 */
export function readIndexInfo(file: string): IndexInfo {
  const database = openIndexFile(file);
  try {
    return readInfo(database, statSync(file).size);
  } finally {
    database.close();
  }
}

/** Whether this is a whole index file of this version. A file that was cut off is not. */
export function isUsable(file: string): boolean {
  try {
    readIndexInfo(file);
    return true;
  } catch {
    return false;
  }
}

/** Whether a file has a table: those from before it was introduced do not. */
export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined;
}

/** Opens a file that is being built for writing; an empty one gets the schema. */
export function openBuilding(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // Nobody else uses the file until it is renamed, so it needs neither a journal nor an fsync.
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; PRAGMA cache_size = -65536;
  `);
  if (database.prepare('PRAGMA user_version').get()?.['user_version'] !== formatVersion)
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}; ${schema}`,
    );
  database.exec(healthSchema + sourceSchema + originSchema);
  return database;
}

/** Writes the file's metadata, with its counts. */
export function writeMeta(database: DatabaseSync, entries: Record<string, string>): void {
  const put = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  for (const [key, value] of Object.entries(entries)) put.run(key, value);
  database.exec(`
    INSERT OR REPLACE INTO meta SELECT 'pages', count(*) FROM pages;
    INSERT OR REPLACE INTO meta SELECT 'sections', count(*) FROM sections;
    INSERT OR REPLACE INTO meta SELECT 'vectors', count(*) FROM vectors;
  `);
}
