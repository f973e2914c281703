import { z } from 'zod';
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

/** A section of a page with the job's changes. */
type ChangedSection = { file: string; heading: string; text: string };

const maxSections = 5;
const maxLength = 1_200;

/** Sections of changed pages that hold most words of a query, best first: the live index does not have them yet. */
function searchChanges(pages: ReadonlyMap<string, string>, query: string): ChangedSection[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? [])];
  if (words.length === 0) return [];
  const scored = [...pages].flatMap(([file, text]) =>
    sectionsOf(file, text).map((section) => ({ section, score: scoreOf(section, words) })),
  );
  return scored
    .filter(({ score }) => score * 2 >= words.length)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSections)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, maxLength) }));
}

function sectionsOf(file: string, text: string): ChangedSection[] {
  const parts = text.split(/^(?=(?:#{1,6}|={1,6})[ \t])/m);
  return parts.map((part) => ({ file, heading: part.split('\n')[0]!.trim(), text: part.trim() }));
}

function scoreOf({ text }: ChangedSection, words: readonly string[]): number {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word)).length;
}
