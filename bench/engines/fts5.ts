import { DatabaseSync } from 'node:sqlite';
import type { Engine } from './engine.ts';

/** SQLite's full-text search as its documentation shows it: Porter stemming, words joined by OR, weighted bm25. */
export function createFts5(): Engine {
  const database = new DatabaseSync(':memory:');
  return {
    name: 'FTS5',
    async build(sections) {
      database.exec(
        `CREATE VIRTUAL TABLE docs USING fts5(title, headings, text, path, tokenize='porter unicode61')`,
      );
      const insert = database.prepare(
        'INSERT INTO docs (rowid, title, headings, text, path) VALUES (?, ?, ?, ?, ?)',
      );
      database.exec('BEGIN');
      for (const { id, title, headings, text, path } of sections) insert.run(id, title, headings, text, path);
      database.exec('COMMIT');
    },
    async search(question, _vector, limit) {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
      if (words.length === 0) return [];
      const rows = database
        .prepare('SELECT rowid FROM docs WHERE docs MATCH ? ORDER BY bm25(docs, 4, 3, 1, 2) LIMIT ?')
        .all(words.map((word) => `"${word}"`).join(' OR '), limit);
      return rows.map((row) => Number(row['rowid']));
    },
    async close() {
      database.close();
    },
  };
}
