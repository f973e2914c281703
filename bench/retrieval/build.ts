import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Guidance, noGuidance } from '../../src/content/guidance.ts';
import type { Page } from '../../src/content/page.ts';
import { buildIndex } from '../../src/retrieval/build-index.ts';
import { contentHash } from '../../src/retrieval/content-hash.ts';
import { loadConfig } from '../../src/config.ts';
import { openEmbedder } from '../../src/retrieval/embedding/open-embedder.ts';
import { IndexFileError } from '../../src/retrieval/index-file-error.ts';
import { readIndexInfo } from '../../src/retrieval/index-file.ts';
import { addVectors } from '../../src/retrieval/vectors/add-vectors.ts';
import { openVectorCache } from '../../src/retrieval/vectors/vector-cache.ts';
import type { BenchSection } from '../engines/engine.ts';

/** Kept between runs: embedding takes minutes, and is not what is measured here. */
const folder = join(tmpdir(), 'docent-bench');
mkdirSync(folder, { recursive: true });

const opened = await openEmbedder({ ...loadConfig().embedding, folder: join(folder, 'models') });
if (opened === null)
  throw new Error('Set DOCENT_EMBEDDING_MODEL to a model, or leave it out for the built-in one.');
export const embedder = opened;

/** Where an index is kept between runs. */
function keptIndex(name: string, lexicalOnly: boolean): string {
  return join(folder, `${name}${lexicalOnly ? '-words' : ''}.index`);
}

/** Our index of the pages, without vectors; the one of an earlier run when it is of the same pages. */
export async function buildWords(name: string, pages: Page[], guidance = noGuidance): Promise<string> {
  const file = keptIndex(name, true);
  if (!holds(file, pages, guidance)) await buildIndex(file, pages, { guidance });
  return file;
}

/** The same with vectors. */
export async function buildOurs(name: string, pages: Page[], guidance = noGuidance): Promise<string> {
  const file = keptIndex(name, false);
  if (!holds(file, pages, guidance)) await buildIndex(file, pages, { guidance });
  const { embedding } = readIndexInfo(file);
  if (embedding?.complete === true && embedding.model === embedder.id) return file;
  const cache = openVectorCache(join(folder, 'vectors.sqlite'));
  const onProgress = (done: number, all: number) =>
    process.stderr.write(`\r${name}: ${done}/${all} embedded `);
  await addVectors(file, file, { embedder, cache, onProgress });
  process.stderr.write('\n');
  cache.close();
  return file;
}

/** Whether a file is an index of just these pages, in today's format. */
function holds(file: string, pages: readonly Page[], guidance: Guidance): boolean {
  const hashes = new Map<string, string>();
  for (const { path, hash } of pages) if (!hashes.has(path)) hashes.set(path, hash);
  try {
    return readIndexInfo(file).contentHash === contentHash(hashes, JSON.stringify(guidance));
  } catch (error) {
    if (error instanceof IndexFileError) return false;
    throw error;
  }
}

/** The sections of our index with its vectors, for the other engines. */
export function sectionsOf(file: string): BenchSection[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT sections.id, path, title, heading_path, text, scale, components FROM sections
       JOIN pages ON pages.id = page_id JOIN vectors ON section_id = sections.id ORDER BY sections.id`,
    )
    .all() as {
    id: number;
    path: string;
    title: string;
    heading_path: string;
    text: string;
    scale: number;
    components: Uint8Array;
  }[];
  database.close();
  return rows.map(({ id, path, title, heading_path, text, scale, components }) => ({
    id,
    path,
    title,
    headings: (JSON.parse(heading_path) as string[]).slice(1).join(' '),
    text,
    vector: Float32Array.from(new Int8Array(components), (value) => value * scale),
  }));
}
