import type { SectionColumns } from './section-columns.ts';
import type { QueryTerm } from './words/query-terms.ts';
import type { Scores } from './words/postings.ts';

export type RankedSection = { sectionId: number; score: number };

/** A page's best sections and its own score (0–1). */
export type RankedPage = { pageId: number; score: number; sections: RankedSection[] };

/** Most sections that are kept of a page. */
const mostSections = 3;

/** How much of its second section counts for a page. */
const secondSection = 0.3;

/** How much of a score depends on the share of the question's terms that the section, or its page, has. */
const sectionCoverage = 0.6;
const pageCoverage = 0.3;

/** What a section gets for a term at its rarity that stands where it should: a good match, not the best conceivable. */
const goodMatch = 4;

/** Groups the sections that match by page, best page first; a page is as good as its best section and part of the second. */
export function rankPages(
  terms: readonly QueryTerm[],
  { points, terms: held }: Scores,
  { pages, facets }: SectionColumns,
  isAllowed: (facetId: number) => boolean,
): RankedPage[] {
  const total = terms.reduce((sum, { rarity }) => sum + rarity, 0);
  const coverage = (bits: number): number =>
    terms.reduce((sum, { rarity }, i) => (bits & (1 << i) ? sum + rarity : sum), 0) / total;
  const ranked = new Map<number, RankedPage & { held: number }>();
  for (let sectionId = 1; sectionId < pages.length; sectionId++) {
    if (held[sectionId] === 0 || !isAllowed(facets[sectionId]!)) continue;
    const share = 1 - sectionCoverage + sectionCoverage * coverage(held[sectionId]!);
    const score = Math.min(1, (points[sectionId]! * share) / (goodMatch * total));
    const pageId = pages[sectionId]!;
    const page = ranked.get(pageId) ?? { pageId, score: 0, sections: [], held: 0 };
    ranked.set(pageId, page);
    page.held |= held[sectionId]!;
    insert(page.sections, { sectionId, score });
  }
  for (const page of ranked.values()) {
    const [best, second] = page.sections;
    const both = (best!.score + secondSection * (second?.score ?? 0)) / (1 + secondSection);
    page.score = both * (1 - pageCoverage + pageCoverage * coverage(page.held));
  }
  return [...ranked.values()].sort((a, b) => b.score - a.score);
}

function insert(sections: RankedSection[], section: RankedSection): void {
  let at = sections.length;
  while (at > 0 && sections[at - 1]!.score < section.score) at--;
  if (at >= mostSections) return;
  sections.splice(at, 0, section);
  sections.length = Math.min(sections.length, mostSections);
}
