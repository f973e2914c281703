import type { PageHit, SearchResult } from '../retrieval/search.ts';

/**
 * Merges two searches for one question: a page's score is the sum of its scores, each relative to that search's best,
 * with the second search weighted by `weight`. Sections keep the order of the search that ranks the page higher.
 */
export function fuseResults(first: SearchResult, second: SearchResult, weight: number): PageHit[] {
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
