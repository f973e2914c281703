import MiniSearch from 'minisearch';
import type { Engine } from './engine.ts';

/** With the fuzziness and boosts that its documentation recommends. */
export function createMiniSearch(): Engine {
  const fields = ['title', 'headings', 'text', 'path'];
  const index = new MiniSearch({ fields });
  return {
    name: 'MiniSearch',
    build: (sections) =>
      index.addAllAsync(
        sections.map(({ vector: _, ...section }) => section),
        { chunkSize: 500 },
      ),
    async search(question, _vector, limit) {
      const options = { boost: { title: 4, headings: 3, path: 2 }, fuzzy: 0.2, prefix: true };
      return index
        .search(question, options)
        .slice(0, limit)
        .map(({ id }) => id as number);
    },
    close: async () => {},
  };
}
