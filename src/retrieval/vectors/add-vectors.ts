import { copyFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { measureScale } from '../embedding/cosine-scale.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { EmbeddingError } from '../embedding/embedding-error.ts';
import { openBuilding, openIndexFile, readIndexInfo, writeMeta, type IndexInfo } from '../index-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';
import { embeddingText } from './embedding-text.ts';
import { quantize, type SmallVector } from './quantize.ts';
import type { VectorCache } from './vector-cache.ts';

type AddVectorsOptions = {
  embedder: Embedder;
  cache: VectorCache;
  /** Called after each batch with the number of embedded sections, and of all. */
  onProgress?: (done: number, all: number) => void;
  signal?: AbortSignal | undefined;
  /** Sections that are embedded before all others. */
  first?: ReadonlySet<number> | undefined;
  /** Maximum texts embedded before the file is replaced; the rest is left to the next call. */
  max?: number | undefined;
  /** Called when all vectors are there; when it throws, the file is not replaced. */
  beforeReplace?: () => Promise<void>;
};

/** Texts per batch: the unit of progress reports, and the most that an interruption loses. */
const batch = 64;

/** Rows written before yielding to the event loop. */
const rowsPerTurn = 500;

/**
 * Creates the next revision of an index: a copy of `from` with a vector for each section that the embedder's model
 * supports, which replaces `file` atomically (they may be the same). Vectors in `from` or in the cache are reused.
 * @throws EmbeddingError, the signal's reason; then `file` is as it was, and finished vectors are in the cache
 * @throws IndexFileError when `from` cannot be used
 */
export async function addVectors(from: string, file: string, options: AddVectorsOptions): Promise<IndexInfo> {
  openIndexFile(from).close();
  await replaceFile(file, async (building) => {
    await copyFile(from, building);
    const database = openBuilding(building);
    try {
      const missing = sectionsWithoutVector(database, options);
      const texts = [...new Set(missing.values())];
      const vectors = await makeVectors(texts, options);
      await writeVectors(database, missing, vectors);
      const scale = await scaleOf(database, options);
      writeMeta(database, {
        embedding_model: options.embedder.id,
        ...(scale !== null && { embedding_scale: JSON.stringify(scale) }),
      });
      if (vectors.size === texts.length)
        database.exec(
          `INSERT OR REPLACE INTO meta SELECT 'embedded_content', value FROM meta WHERE key = 'content_hash'`,
        );
    } finally {
      database.close();
    }
    await options.beforeReplace?.();
  });
  return readIndexInfo(file);
}

/** The texts to embed, by section. Vectors of another model are dropped. */
function sectionsWithoutVector(
  database: DatabaseSync,
  { embedder, first }: AddVectorsOptions,
): Map<number, string> {
  const model = database.prepare(`SELECT value FROM meta WHERE key = 'embedding_model'`).get()?.['value'];
  if (model !== embedder.id)
    database.exec(`DELETE FROM vectors; DELETE FROM meta WHERE key = 'embedding_scale'`);
  // Openings come first: they describe their page, and stand in for its other sections until those have vectors.
  const rows = database
    .prepare(
      `SELECT sections.id, title, heading_path, text FROM sections JOIN pages ON pages.id = page_id
       WHERE sections.id NOT IN (SELECT section_id FROM vectors)
       ORDER BY sections.id > (SELECT min(id) FROM sections AS own WHERE own.page_id = pages.id), sections.id`,
    )
    .all() as { id: number; title: string; heading_path: string; text: string }[];
  const texts = new Map<number, string>();
  const ordered = rows.toSorted((a, b) => Number(first?.has(b.id) ?? 0) - Number(first?.has(a.id) ?? 0));
  for (const { id, title, heading_path, text } of ordered) {
    const embedded = embeddingText(title, JSON.parse(heading_path) as string[], text);
    if (embedder.understands(embedded)) texts.set(id, embedded);
  }
  return texts;
}

/** The scale of the model's cosines: known, or measured once per model; null when it cannot be measured now. */
async function scaleOf(database: DatabaseSync, { embedder, signal }: AddVectorsOptions) {
  const known = database.prepare(`SELECT value FROM meta WHERE key = 'embedding_scale'`).get();
  if (embedder.scale !== undefined || known !== undefined) return null;
  try {
    return await measureScale(embedder, signal);
  } catch (error) {
    if (error instanceof EmbeddingError) return null;
    throw error;
  }
}

async function writeVectors(
  database: DatabaseSync,
  sections: Map<number, string>,
  vectors: Map<string, SmallVector>,
): Promise<void> {
  const insert = database.prepare('INSERT INTO vectors (section_id, scale, components) VALUES (?, ?, ?)');
  let written = 0;
  database.exec('BEGIN');
  for (const [id, text] of sections) {
    const vector = vectors.get(text);
    if (vector === undefined) continue;
    insert.run(id, vector.scale, new Uint8Array(vector.values.buffer));
    if (++written % rowsPerTurn === 0) await setImmediate();
  }
  database.exec('COMMIT');
}

async function makeVectors(
  texts: string[],
  { embedder, cache, onProgress, signal, max }: AddVectorsOptions,
): Promise<Map<string, SmallVector>> {
  const vectors = cache.get(embedder.id, texts);
  const missing = texts.filter((text) => !vectors.has(text)).slice(0, max);
  onProgress?.(vectors.size, texts.length);
  for (let i = 0; i < missing.length; i += batch) {
    signal?.throwIfAborted();
    const some = missing.slice(i, i + batch);
    const made = await embedder.embedDocuments(some, signal);
    const small = new Map(some.map((text, j) => [text, quantize(made[j]!, embedder.distance === 'dot')]));
    cache.put(embedder.id, small);
    for (const [text, vector] of small) vectors.set(text, vector);
    onProgress?.(vectors.size, texts.length);
  }
  return vectors;
}
