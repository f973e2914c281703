import type { PageHit, SearchFilter, SearchResult } from '../retrieval/search.ts';
import type { FilterChoice } from './choose-filter.ts';
import { betterOutcome } from './judge-answer.ts';
import type { SearchTexts } from './search-query.ts';
import type { Standalone } from './standalone-question.ts';

type SearchBy = (filter: SearchFilter, text: string) => Promise<SearchResult>;

/** A search result and the filter that was finally used. */
type Searched = {
  result: SearchResult;
  filter: SearchFilter;
  /** Whether a dependent question may be about something else: the first two pages come from both searches. */
  isUnsure?: boolean;
};

/** The weight of other wordings, where the standalone question has weight 1. */
const queryWeight = 0.5;
/** A name or number in a question, which it may be about. */
const namesThing = /(?<=[^.?!:\n]\s)\p{Lu}\p{L}{2}|[\p{N}_]/u;
/** The weight of the reader's own words. */
const ownWordsWeight = 0.4;

/** Searches with the preferred filter, and without it when that finds no answer. */
export async function searchPreferred(
  search: SearchBy,
  { strict, preferred }: Pick<FilterChoice, 'strict' | 'preferred'>,
  text: string,
): Promise<Searched> {
  const first = await search(preferred, text);
  const isNarrowed = strict.version !== preferred.version || strict.language !== preferred.language;
  if (first.answerable || !isNarrowed) return { result: first, filter: preferred };
  const wider = await search(strict, text);
  if (!wider.answerable && first.hits.length > 0) return { result: first, filter: preferred };
  return { result: wider, filter: strict };
}

/** Searches each of the versions that a question compares, and takes their pages in turn. */
export async function searchSides(
  search: SearchBy,
  { preferred, sides }: FilterChoice,
  text: string,
): Promise<Searched> {
  const results: SearchResult[] = [];
  for (const version of sides) results.push(await search({ ...preferred, version }, text));
  const longest = Math.max(...results.map(({ hits }) => hits.length));
  const inTurn = Array.from({ length: longest }, (_, nth) => results.flatMap(({ hits }) => hits[nth] ?? []));
  // Pages without a version are in each of them.
  const hits = [...new Map(inTurn.flat().map((hit) => [hit.path, hit])).values()];
  const best = results.reduce((one, other) => (other.answerability > one.answerability ? other : one));
  return { result: { ...best, hits }, filter: preferred };
}

/**
 * Merges the results for a question with those for it and the question before it. Where a follow-up depends on that, both
 * together decide whether the preferred version and language have it.
 */
export async function addCarried(
  search: SearchBy,
  choice: FilterChoice,
  alone: Searched,
  { query, carried, carriedWeight, dependsOnCarried, standsForThing, subject }: SearchTexts,
): Promise<Searched> {
  const isRefused = ({ outcome }: SearchResult) => outcome !== 'answered' && outcome !== 'partial';
  /** What the docs say of its subject may answer a follow-up whose own words they lack: `and how do I load it again?` */
  const vouched = async (searched: Searched): Promise<Searched> => {
    if (subject === null || !isRefused(searched.result) || namesThing.test(query)) return searched;
    const { outcome } = await search(searched.filter, subject);
    return outcome === 'answered'
      ? { ...searched, result: { ...searched.result, outcome: 'partial' } }
      : searched;
  };
  if (carried === null) return vouched(alone);
  const { result: together, filter } = dependsOnCarried
    ? await searchPreferred(search, choice, carried)
    : { result: await search(alone.filter, carried), filter: alone.filter };
  const isSameFilter = filter.version === alone.filter.version && filter.language === alone.filter.language;
  const result = isSameFilter ? alone.result : await search(filter, query);
  const outcome = dependsOnCarried ? betterOutcome(result.outcome, together.outcome) : result.outcome;
  const hits = fuseResults(result, together, carriedWeight);
  const firsts = [result.hits[0], together.hits[0]].map((hit) => hit?.path);
  const isUnsure = standsForThing && hits.length > 1 && firsts[0] !== firsts[1];
  const inTurn = isUnsure ? bothFirst(hits, firsts) : hits;
  return vouched({ result: { ...result, outcome, hits: inTurn }, filter, isUnsure });
}

/** The pages with each search's first page on top, scored nearly as high as the best. */
function bothFirst(hits: readonly PageHit[], firsts: readonly (string | undefined)[]): PageHit[] {
  const best = hits[0]!.score;
  const isFirst = ({ path }: PageHit) => firsts.includes(path);
  const both = hits.filter(isFirst).map((hit, nth) => ({ ...hit, score: best * (1 - nth / 100) }));
  return [...both, ...hits.filter((hit) => !isFirst(hit))];
}

/** Pages of each side of a comparison, and their score, where that of the best page is 1. */
const ofSide = { pages: 1, score: 0.8 };

/**
 * Adds what is found for each of two things that are compared, which the question's own words may not bring. Docs that have
 * both answer a part of the comparison.
 */
export async function addCompared(
  search: SearchBy,
  { result, filter, isUnsure }: Searched,
  compared: readonly string[],
): Promise<Searched> {
  const hits = new Map(result.hits.map((hit) => [hit.path, hit]));
  const best = result.hits[0]?.score ?? 0;
  let hasBoth = true;
  for (const side of compared) {
    const found = await search(filter, `What is ${side}?`);
    hasBoth &&= found.answerable;
    for (const hit of found.hits.slice(0, ofSide.pages)) {
      const known = hits.get(hit.path);
      const score = Math.max(known?.score ?? 0, best * ofSide.score);
      const sections = hit.sections.map((section) => ({
        ...section,
        score: (score * section.score) / hit.score,
      }));
      const ids = new Set(known?.sections.map(({ sectionId }) => sectionId));
      const added = sections.filter(({ sectionId }) => !ids.has(sectionId));
      const [first, ...others] = [...(known?.sections ?? []), ...added];
      hits.set(hit.path, { ...(known ?? hit), score, sections: [first!, ...others] });
    }
  }
  if (!result.answerable && !hasBoth) return { result, filter, isUnsure: isUnsure ?? false };
  const outcome = result.answerable ? result.outcome : 'partial';
  return {
    result: { ...result, outcome, hits: [...hits.values()].sort((a, b) => b.score - a.score) },
    filter,
    isUnsure: isUnsure ?? false,
  };
}

/** Searches for a follow-up's standalone question and its other wordings; its own words have less weight. */
export async function searchStandalone(
  search: SearchBy,
  choice: FilterChoice,
  alone: Searched,
  { question, queries }: Standalone,
): Promise<Searched> {
  const { result: first, filter } = await searchPreferred(search, choice, question);
  let result = first;
  for (const query of queries) {
    const other = await search(filter, query);
    const outcome = betterOutcome(result.outcome, other.outcome);
    result = { ...result, outcome, hits: fuseResults(result, other, queryWeight) };
  }
  return { result: { ...result, hits: fuseResults(result, alone.result, ownWordsWeight) }, filter };
}

/**
 * Merges two searches for one question: a page's score is the sum of its scores, each relative to that search's best,
 * with the second search weighted by `weight`. Sections keep the order of the search that ranks the page higher.
 */
function fuseResults(first: SearchResult, second: SearchResult, weight: number): PageHit[] {
  const best = Math.max(first.hits[0]?.score ?? 0, second.hits[0]?.score ?? 0);
  const pages = new Map<string, { hit: PageHit; own: number; share: number }>();
  for (const [{ hits }, counts] of [
    [first, 1],
    [second, weight],
  ] as const) {
    for (const hit of hits) {
      const own = hit.score / (hits[0]!.score || 1);
      const known = pages.get(hit.path);
      const isBetterKnown = known !== undefined && known.own >= own;
      pages.set(hit.path, {
        hit: isBetterKnown ? known.hit : hit,
        own: isBetterKnown ? known.own : own,
        share: counts * own + (known?.share ?? 0),
      });
    }
  }
  const max = Math.max(...[...pages.values()].map(({ share }) => share));
  return [...pages.values()]
    .sort((a, b) => b.share - a.share)
    .map(({ hit, share }) => ({ ...hit, score: (best * share) / max }));
}
