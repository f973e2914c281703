import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { openIndexFile } from '../index-file.ts';

/** A section as the language model sees it. */
export type ExpandableSection = {
  id: number;
  pageId: number;
  title: string;
  headings: string[];
  text: string;
  /** Equal for equal titles and text, on any page and in any deployment. */
  hash: string;
};

/** Increase it when the prompt changes: stored expansions are then replaced. */
const promptVersion = 1;

/** Characters. A shorter section says nothing beyond its title and heading. */
const minText = 80;

/** Rows between two turns of the event loop. */
const rowsPerTurn = 200;

/**
 * The sections of an index file that are worth expanding, in order.
 * @throws {IndexFileError} when the file cannot be used
 */
export async function readExpandable(file: string): Promise<ExpandableSection[]> {
  const database = openIndexFile(file);
  try {
    return await expandableSections(database);
  } finally {
    database.close();
  }
}

export async function expandableSections(database: DatabaseSync): Promise<ExpandableSection[]> {
  const rows = database
    .prepare(
      `SELECT sections.id, page_id, title, heading_path, text FROM sections JOIN pages ON pages.id = page_id
       WHERE length(text) >= ? ORDER BY sections.id`,
    )
    .iterate(minText) as Iterable<Row>;
  const sections: ExpandableSection[] = [];
  for (const { id, page_id, title, heading_path, text } of rows) {
    const headings = JSON.parse(heading_path) as string[];
    sections.push({ id, pageId: page_id, title, headings, text, hash: hashOf([title, headings, text]) });
    if (sections.length % rowsPerTurn === 0) await setImmediate();
  }
  return sections;
}

type Row = { id: number; page_id: number; title: string; heading_path: string; text: string };

function hashOf(content: unknown): string {
  const all = JSON.stringify([promptVersion, content]);
  return createHash('sha256').update(all).digest('hex').slice(0, 32);
}
