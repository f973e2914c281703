import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, Index, MultiMatchQuery, rerankers, type Table } from '@lancedb/lancedb';
import type { Engine } from './engine.ts';

const fields = ['title', 'headings', 'text'];

/** Full-text search with stemming and boosts, or that with the same vectors as ours, joined by its own RRF. */
export function createLanceDb(mode: 'fulltext' | 'hybrid'): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'docent-lance-'));
  let table: Table;
  return {
    name: mode === 'hybrid' ? 'LanceDB hybrid' : 'LanceDB',
    async build(sections) {
      const database = await connect(folder);
      const rows = sections.map(({ vector, ...rest }) => ({ ...rest, vector: Array.from(vector) }));
      table = await database.createTable('docs', rows);
      for (const field of fields) {
        const config = Index.fts({
          stem: true,
          removeStopWords: true,
          asciiFolding: true,
          withPosition: false,
        });
        await table.createIndex(field, { config });
      }
    },
    async search(question, vector, limit) {
      const words = new MultiMatchQuery(question, fields, { boosts: [4, 3, 1] });
      const query =
        mode === 'fulltext'
          ? table.query().fullTextSearch(words)
          : table
              .query()
              .nearestTo(Array.from(vector))
              .fullTextSearch(words)
              .rerank(await rerankers.RRFReranker.create());
      const rows = await query.select(['id']).limit(limit).toArray();
      return rows.map(({ id }) => Number(id));
    },
    async close() {
      table.close();
      rmSync(folder, { recursive: true });
    },
  };
}
