import type { SearchIndex } from '../retrieval/open-index.ts';
import type { SearchFilter } from '../retrieval/search.ts';
import type { Suggestion } from './answer-event.ts';
import type { CitableSection } from './retrieved.ts';

const maxSuggestions = 3;
/** Each candidate costs a search; by words, for headings are in the docs word for word. */
const maxCandidates = 6;
const siblingsOfPage = 2;
const maxTextLength = 120;

type Candidate = { text: string; page: string; path: string };

/**
 * What a reader may want to know next, from how the docs are built: the sections beside those that the answer cites,
 * and what else was found. Each is verified: a search for it must find that page and hold that it is answered.
 */
export async function suggestFollowUps(
  index: Pick<SearchIndex, 'search' | 'sections'>,
  filter: SearchFilter,
  cited: readonly CitableSection[],
  retrieved: readonly CitableSection[],
): Promise<Suggestion[]> {
  const candidates = [...siblings(index, filter, cited), ...otherPages(cited, retrieved)];
  const suggestions: Suggestion[] = [];
  for (const { text, page, path } of distinct(candidates).slice(0, maxCandidates)) {
    const { hits, answerable } = await index.search({ text, limit: 2, filter, lexicalOnly: true });
    if (answerable && hits.some((hit) => hit.path === page)) suggestions.push({ text, path });
    if (suggestions.length === maxSuggestions) break;
  }
  return suggestions;
}

/** The next sections of each page that the answer cites. */
function siblings(
  index: Pick<SearchIndex, 'sections'>,
  { groups }: SearchFilter,
  cited: readonly CitableSection[],
): Candidate[] {
  const anchors = new Set(cited.map(({ page, section }) => `${page.path}#${section.anchor}`));
  const pages = new Map(cited.map(({ page }) => [page.path, page]));
  return [...pages.values()].flatMap((page) => {
    const sections = index.sections(page.path, groups);
    const lastCited = sections.findLastIndex(({ anchor }) => anchors.has(`${page.path}#${anchor}`));
    return [...sections.slice(lastCited + 1), ...sections.slice(0, lastCited)]
      .filter(({ anchor }) => anchor !== null && !anchors.has(`${page.path}#${anchor}`))
      .slice(0, siblingsOfPage)
      .map(({ anchor, heading }) => candidate(page, heading, anchor));
  });
}

function otherPages(cited: readonly CitableSection[], retrieved: readonly CitableSection[]): Candidate[] {
  const known = new Set(cited.map(({ page }) => page.path));
  return retrieved
    .filter(({ page }) => !known.has(page.path))
    .map(({ page, section }) => candidate(page, section.heading, section.anchor));
}

function candidate(page: { path: string; title: string }, heading: string, anchor: string | null): Candidate {
  const isWhole = heading === page.title || heading.endsWith('?');
  return {
    text: plainText(isWhole ? heading : `${page.title}: ${heading}`),
    page: page.path,
    path: `/${page.path}${anchor === null ? '' : `#${anchor}`}`,
  };
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ text, path }) => {
    const isNew = text !== '' && !seen.has(text) && !seen.has(path) && !/[\s()[\]]/.test(path);
    seen.add(text).add(path);
    return isNew;
  });
}

/** Without what would end the `(text)` of the wire's form. */
function plainText(text: string): string {
  return text
    .replace(/[()[\]`\s]+/g, ' ')
    .trim()
    .slice(0, maxTextLength);
}
