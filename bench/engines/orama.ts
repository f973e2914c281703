import { create, insertMultiple, search } from '@orama/orama';
import type { Engine } from './engine.ts';

const schema = { title: 'string', headings: 'string', text: 'string', path: 'string' } as const;

/** `fulltext` with boosts, or `hybrid` with the same vectors as ours; both with stemming. */
export function createOrama(mode: 'fulltext' | 'hybrid'): Engine {
  const components = { tokenizer: { stemming: true, stemmerSkipProperties: [] } };
  const index = create({ schema: { ...schema, vector: 'vector[384]' }, components } as never);
  return {
    name: mode === 'hybrid' ? 'Orama hybrid' : 'Orama',
    async build(sections) {
      const rows = sections.map(({ id, vector, ...rest }) => ({
        ...rest,
        id: String(id),
        vector: Array.from(vector),
      }));
      await insertMultiple(index, rows as never, 500);
    },
    async search(question, vector, limit) {
      const common = { term: question, limit, boost: { title: 4, headings: 3, path: 2 }, threshold: 1 };
      const asked =
        mode === 'hybrid'
          ? { ...common, mode, vector: { value: Array.from(vector), property: 'vector' }, similarity: 0.2 }
          : { ...common, mode };
      const { hits } = await search(index, asked as never);
      return hits.map(({ id }) => Number(id));
    },
    close: async () => {},
  };
}
