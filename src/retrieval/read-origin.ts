import type { DatabaseSync } from 'node:sqlite';
import type { Origin } from '../content/page.ts';
import { hasTable } from './index-file.ts';

/** Reads what pages are that are no docs; undefined for docs. */
export function createOriginReader(database: DatabaseSync): (pageId: number) => Origin | undefined {
  if (!hasTable(database, 'origins')) return () => undefined;
  const select = database.prepare('SELECT kind, label, weight FROM origins WHERE page_id = ?');
  return (pageId) => select.get(pageId) as Origin | undefined;
}
