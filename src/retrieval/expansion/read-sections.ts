import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openIndexFile } from '../index-file.ts';

/** A section as a language model is shown it. */
export type ExpandableSection = {
  id: number;
  pageId: number;
  title: string;
  headings: string[];
  text: string;
  /** The same for the same titles and text, on whatever page and in whatever deployment. */
  hash: string;
};

/** Goes up when what is asked of the model changes: what it wrote before is then written anew. */
const promptVersion = 1;

/** Below it a section says nothing that its title and heading do not. Characters. */
const leastText = 80;

/**
 * The sections of an index file that are worth expanding, in their order.
 * @throws {IndexFileError} when the file cannot be used
 */
export function readExpandable(file: string): ExpandableSection[] {
  const database = openIndexFile(file);
  try {
    return expandableSections(database);
  } finally {
    database.close();
  }
}

export function expandableSections(database: DatabaseSync): ExpandableSection[] {
  const rows = database
    .prepare(
      `SELECT sections.id, page_id, title, heading_path, text FROM sections JOIN pages ON pages.id = page_id
       WHERE length(text) >= ? ORDER BY sections.id`,
    )
    .all(leastText) as { id: number; page_id: number; title: string; heading_path: string; text: string }[];
  return rows.map(({ id, page_id, title, heading_path, text }) => {
    const headings = JSON.parse(heading_path) as string[];
    return { id, pageId: page_id, title, headings, text, hash: hashOf([title, headings, text]) };
  });
}

function hashOf(content: unknown): string {
  const all = JSON.stringify([promptVersion, content]);
  return createHash('sha256').update(all).digest('hex').slice(0, 32);
}
