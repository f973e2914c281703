import { copyFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Embedder } from '../embedding/embedder.ts';
import { openBuilding, openIndexFile, readIndexInfo, writeMeta, type IndexInfo } from '../index-file.ts';
import { replaceFile } from '../replace-file.ts';
import { embeddingText } from './embedding-text.ts';
import { quantize, type SmallVector } from './quantize.ts';
import type { VectorCache } from './vector-cache.ts';

export type AddVectorsOptions = {
  embedder: Embedder;
  cache: VectorCache;
  /** Told after each batch how many sections have their vector, of how many. */
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
};

/** Texts that are embedded between two reports, and lost at most when it is stopped. */
const batch = 64;

/** Rows written in one turn, before other things of the process get theirs. */
const rowsPerTurn = 500;

/**
 * Makes the second revision of an index: `from` with a vector of the embedder's model for each section, put in place
 * of `file` in one step (they may be the same). Vectors that `from` or the cache has are not made again.
 * @throws EmbeddingError, the signal's reason; then `file` is as it was, and what was done is in the cache
 * @throws IndexFileError when `from` cannot be used
 */
export async function addVectors(from: string, file: string, options: AddVectorsOptions): Promise<IndexInfo> {
  const { model, sections } = readSections(from, options.embedder.id);
  const vectors = await makeVectors([...new Set(sections.values())], options);
  await replaceFile(file, async (building) => {
    await copyFile(from, building);
    const database = openBuilding(building);
    try {
      database.exec('BEGIN');
      if (model !== options.embedder.id) database.exec('DELETE FROM vectors');
      const insert = database.prepare('INSERT INTO vectors VALUES (?, ?, ?)');
      let written = 0;
      for (const [id, text] of sections) {
        const { scale, values } = vectors.get(text)!;
        insert.run(id, scale, new Uint8Array(values.buffer));
        if (++written % rowsPerTurn === 0) await setImmediate();
      }
      writeMeta(database, { embedding_model: options.embedder.id });
      database.exec('COMMIT');
    } finally {
      database.close();
    }
  });
  return readIndexInfo(file);
}

/** The texts to embed by section: all, or those without a vector when the file has vectors of this model. */
function readSections(
  file: string,
  wanted: string,
): { model: string | undefined; sections: Map<number, string> } {
  const database = openIndexFile(file);
  try {
    const row = database.prepare(`SELECT value FROM meta WHERE key = 'embedding_model'`).get();
    const model = row?.['value'] as string | undefined;
    return { model, sections: readTexts(database, model === wanted) };
  } finally {
    database.close();
  }
}

function readTexts(database: DatabaseSync, onlyMissing: boolean): Map<number, string> {
  const rows = database
    .prepare(
      `SELECT sections.id, title, heading_path, text FROM sections JOIN pages ON pages.id = page_id
       ${onlyMissing ? 'WHERE sections.id NOT IN (SELECT section_id FROM vectors)' : ''}`,
    )
    .all() as { id: number; title: string; heading_path: string; text: string }[];
  return new Map(
    rows.map(({ id, title, heading_path, text }) => {
      return [id, embeddingText(title, JSON.parse(heading_path) as string[], text)];
    }),
  );
}

async function makeVectors(
  texts: string[],
  { embedder, cache, onProgress, signal }: AddVectorsOptions,
): Promise<Map<string, SmallVector>> {
  const vectors = cache.get(embedder.id, texts);
  const missing = texts.filter((text) => !vectors.has(text));
  onProgress?.(vectors.size, texts.length);
  for (let i = 0; i < missing.length; i += batch) {
    signal?.throwIfAborted();
    const some = missing.slice(i, i + batch);
    const made = await embedder.embedDocuments(some, signal);
    const small = new Map(some.map((text, j) => [text, quantize(made[j]!)]));
    cache.put(embedder.id, small);
    for (const [text, vector] of small) vectors.set(text, vector);
    onProgress?.(vectors.size, texts.length);
  }
  return vectors;
}
