import { Document } from 'flexsearch';
import type { Engine } from './engine.ts';

/** Its document index; `suggest` lets results miss some of the words, without which questions find nothing. */
export function createFlexSearch(): Engine {
  const store = ['title', 'headings', 'text', 'path'];
  const index = new Document({
    document: { id: 'id', index: store },
    tokenize: 'forward',
    encoder: 'LatinBalance',
  });
  return {
    name: 'FlexSearch',
    async build(sections) {
      for (const { vector: _, ...section } of sections) index.add(section);
    },
    async search(question, _vector, limit) {
      const results = index.search(question, { limit, suggest: true, merge: true }) as { id: number }[];
      return results.map(({ id }) => id);
    },
    close: async () => {},
  };
}
