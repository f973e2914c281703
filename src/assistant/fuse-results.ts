import type { PageHit, SearchResult } from '../retrieval/search.ts';

/**
 * Two searches for one question as one: a page's score is what each gives it, as a share of its best, with the second
 * counting `weight` times. Sections stay in the order of the search that finds the page better.
 */
export function fuseResults(first: SearchResult, second: SearchResult, weight: number): PageHit[] {
  const best = Math.max(first.hits[0]?.score ?? 0, second.hits[0]?.score ?? 0);
  const pages = new Map<string, { hit: PageHit; share: number }>();
  for (const [{ hits }, counts] of [
    [first, 1],
    [second, weight],
  ] as const) {
    for (const hit of hits) {
      const share = (counts * hit.score) / (hits[0]!.score || 1);
      const known = pages.get(hit.path);
      pages.set(hit.path, {
        hit: known !== undefined && known.share >= share ? known.hit : hit,
        share: share + (known?.share ?? 0),
      });
    }
  }
  const most = Math.max(...[...pages.values()].map(({ share }) => share));
  return [...pages.values()]
    .sort((a, b) => b.share - a.share)
    .map(({ hit, share }) => ({ ...hit, score: (best * share) / most }));
}
