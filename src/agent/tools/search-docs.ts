import { z } from 'zod';
import { defineTool } from './tool.ts';

export const searchDocs = defineTool({
  name: 'search_docs',
  description: 'Finds the sections of the published docs that fit a question, best first.',
  input: z.object({ query: z.string().min(1).max(1000) }),
  summary: ({ query }) => `"${query}"`,
  async run({ query }, { searchDocs }) {
    return searchDocs(query);
  },
});
