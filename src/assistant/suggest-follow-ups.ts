import { tellsPast } from '../lib/past-pages.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Suggestion } from './answer-event.ts';
import { type CitableSection, sectionUrl } from './retrieved.ts';

const maxSuggestions = 3;
const siblingsOfPage = 2;
const siblingsLookedAt = 4;
const maxTextLength = 120;
/** Headings that ask nothing: `200`, `Returns`, `See also`. */
const dull =
  /^(?:\P{L}*|default|request body|responses?|parameters?|arguments?|returns?|return values?|properties|examples?|synopsis|syntax|description|details|purpose|notes?|beispiele?|exemples?|ejemplos?|例|示例|(?:related|see also|next steps?|further reading|what's next|nächste schritte|siehe auch|関連|次の|参考|相关|另请参阅|下一步).*)$/iu;
/** Pages that score below this share of the best one are not suggested. */
const minShare = 0.4;

/**
 * Follow-up questions from the retrieved sections: the sections after the cited ones, and other results. The docs
 * contain each of them word for word, so no search is needed.
 */
export function suggestFollowUps(
  index: Pick<SearchIndex, 'headingsAround'>,
  cited: readonly CitableSection[],
  retrieved: readonly CitableSection[],
): Suggestion[] {
  return distinct(candidates(index, cited, retrieved))
    .take(maxSuggestions)
    .toArray();
}

/** Lazy, because only a few are shown. */
function* candidates(
  index: Pick<SearchIndex, 'headingsAround'>,
  cited: readonly CitableSection[],
  retrieved: readonly CitableSection[],
): Generator<Suggestion> {
  const others = otherPages(cited, retrieved);
  const { value: nearest } = others.next();
  if (nearest !== undefined) yield nearest;
  yield* siblings(index, cited);
  yield* others;
}

/** The neighbours of the cited sections, the following ones first. */
function siblings(
  index: Pick<SearchIndex, 'headingsAround'>,
  cited: readonly CitableSection[],
): IteratorObject<Suggestion> {
  const urls = new Set(cited.map(({ page, section }) => `${page.path}#${section.anchor}`));
  const lastOfPage = new Map(cited.map(({ page, section }) => [page.path, { page, section }]));
  return lastOfPage.values().flatMap(({ page, section }) =>
    index
      .headingsAround(section.sectionId, siblingsLookedAt, siblingsLookedAt)
      .toSorted((a, b) => Number(a.sectionId < section.sectionId) - Number(b.sectionId < section.sectionId))
      .filter(({ anchor }) => anchor !== null && !urls.has(`${page.path}#${anchor}`))
      .filter(({ anchor }, at, all) => all[at - 1]?.anchor !== anchor)
      .filter(({ heading }) => !dull.test(heading))
      .slice(0, siblingsOfPage)
      .map(({ anchor, heading }) => candidate(page, heading, anchor)),
  );
}

function otherPages(
  cited: readonly CitableSection[],
  retrieved: readonly CitableSection[],
): IteratorObject<Suggestion, undefined> {
  const known = new Set(cited.map(({ page }) => page.path));
  const best = Math.max(0, ...retrieved.map(({ section }) => section.score ?? 0));
  return retrieved
    .values()
    .filter(({ page, section }) => !known.has(page.path) && (section.score ?? 0) >= minShare * best)
    .filter(({ page, section }) => !tellsPast(page.path) && !dull.test(section.heading))
    .map(({ page, section }) => candidate(page, section.heading, section.anchor));
}

function candidate(
  page: { path: string; title: string; url: string },
  heading: string,
  anchor: string | null,
): Suggestion {
  const isWhole = heading === page.title || heading.endsWith('?');
  return {
    text: plainText(isWhole ? heading : `${page.title}: ${heading}`),
    path: `/${page.path}${anchor === null ? '' : `#${anchor}`}`,
    url: sectionUrl(page, { anchor }),
  };
}

function distinct(all: Generator<Suggestion>): IteratorObject<Suggestion> {
  const seen = new Set<string>();
  return all.filter(({ text, path }) => {
    const isNew = text !== '' && !seen.has(text) && !seen.has(path) && !/[\s()[\]]/.test(path);
    seen.add(text).add(path);
    return isNew;
  });
}

/** The text without characters that would end the `(text)` form of the wire format. */
function plainText(text: string): string {
  const plain = text.replace(/[()[\]`\s]+/g, ' ').trim();
  if (plain.length <= maxTextLength) return plain;
  return `${plain.slice(0, maxTextLength - 1).replace(/(?<!\s)\s+\S*$/, '')}…`;
}
