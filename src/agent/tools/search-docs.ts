import { z } from 'zod';
import { searchChanges } from '../search-changes.ts';
import { defineTool } from './tool.ts';
import { isDocsFile } from '../../content/site/endings.ts';

export const searchDocs = defineTool({
  name: 'search_docs',
  description:
    'Finds the sections that match a question, best first: of the pages that this pull request changes, in their current state, and of the published docs.',
  input: z.object({ query: z.string().min(1).max(1000) }),
  summary: ({ query }) => `"${query}"`,
  async run({ query }, { searchDocs, workspace, changedBefore }) {
    const changed = [...new Set([...Object.keys(workspace.overlay()), ...changedBefore])].filter(isDocsFile);
    const found = searchChanges(await workspace.readAll(changed), query);
    const removed = changed.filter((file) => !workspace.has(file));
    return [
      ...found.map(
        ({ file, heading, text }) => `## ${heading} (${file}, changed in this pull request)\n${text}`,
      ),
      await searchDocs(query),
      ...(removed.length > 0
        ? [`This pull request removes ${removed.join(', ')}; the published docs still have it.`]
        : []),
    ].join('\n\n');
  },
});
