import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Suggestion } from './answer-event.ts';
import type { CitableSection } from './retrieved.ts';

const maxSuggestions = 3;
const siblingsOfPage = 2;
const siblingsLookedAt = 4;
const maxTextLength = 120;
/** Share of the best score below which what else was found is not worth a suggestion. */
const minShare = 0.4;

/**
 * What a reader may want to know next, from what is at hand: the sections that follow those that the answer cites, and
 * what else was found. The docs hold each word for word, so nothing is searched for.
 */
export function suggestFollowUps(
  index: Pick<SearchIndex, 'sectionsAround'>,
  cited: readonly CitableSection[],
  retrieved: readonly CitableSection[],
): Suggestion[] {
  const [nearest, ...others] = otherPages(cited, retrieved);
  const candidates = [...(nearest ? [nearest] : []), ...siblings(index, cited), ...others];
  return distinct(candidates).slice(0, maxSuggestions);
}

/** The sections around those that the answer cites, the following ones first. */
function siblings(
  index: Pick<SearchIndex, 'sectionsAround'>,
  cited: readonly CitableSection[],
): Suggestion[] {
  const urls = new Set(cited.map(({ page, section }) => `${page.path}#${section.anchor}`));
  const lastOfPage = new Map(cited.map(({ page, section }) => [page.path, { page, section }]));
  return [...lastOfPage.values()].flatMap(({ page, section }) =>
    index
      .sectionsAround(section.sectionId, siblingsLookedAt, siblingsLookedAt)
      .sort((a, b) => Number(a.sectionId < section.sectionId) - Number(b.sectionId < section.sectionId))
      .filter(({ anchor }) => anchor !== null && !urls.has(`${page.path}#${anchor}`))
      .filter(({ anchor }, at, all) => all[at - 1]?.anchor !== anchor)
      .slice(0, siblingsOfPage)
      .map(({ anchor, heading }) => candidate(page, heading, anchor)),
  );
}

function otherPages(cited: readonly CitableSection[], retrieved: readonly CitableSection[]): Suggestion[] {
  const known = new Set(cited.map(({ page }) => page.path));
  const best = Math.max(0, ...retrieved.map(({ section }) => section.score ?? 0));
  return retrieved
    .filter(({ page, section }) => !known.has(page.path) && (section.score ?? 0) >= minShare * best)
    .map(({ page, section }) => candidate(page, section.heading, section.anchor));
}

function candidate(
  page: { path: string; title: string },
  heading: string,
  anchor: string | null,
): Suggestion {
  const isWhole = heading === page.title || heading.endsWith('?');
  return {
    text: plainText(isWhole ? heading : `${page.title}: ${heading}`),
    path: `/${page.path}${anchor === null ? '' : `#${anchor}`}`,
  };
}

function distinct(candidates: readonly Suggestion[]): Suggestion[] {
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
