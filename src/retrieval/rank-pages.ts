import { type Evidence, type SectionScores, totalRarity } from './rank-sections.ts';

export type RankedSection = { sectionId: number; score: number };

/** A page's best sections, best first, and its own score; only comparable within one search. */
export type RankedPage = {
  pageId: number;
  score: number;
  /** Share of the question's words, by rarity, that the page has anywhere. */
  coverage: number;
  /** The rarity of the rarest of the question's words that the page has nowhere; 0 when it has all. */
  rarestMissing: number;
  sections: RankedSection[];
};

/** How much of its best sections counts for a page: a second good section says that the page is about it. */
const sectionShares = [1, 0.3, 0];

/** Sections that pages are gathered from, at the least: many times what a search shows. */
const maxSections = 2000;

/** Gathers the best sections by page, best page first. */
export function rankPages(
  { scores }: SectionScores,
  { terms, words }: Evidence,
  pages: Uint32Array,
): RankedPage[] {
  const total = totalRarity(terms);
  const least = minOfBest(scores, maxSections);
  const ranked = new Map<number, RankedPage & { held: number }>();
  for (let sectionId = 1; sectionId < pages.length; sectionId++) {
    const score = scores[sectionId]!;
    if (score <= least) continue;
    const pageId = pages[sectionId]!;
    const page = ranked.get(pageId) ?? {
      pageId,
      score: 0,
      coverage: 0,
      rarestMissing: 0,
      sections: [],
      held: 0,
    };
    ranked.set(pageId, page);
    page.held |= words.terms[sectionId]!;
    insert(page.sections, { sectionId, score });
  }
  for (const page of ranked.values()) {
    page.score = page.sections.reduce((sum, { score }, i) => sum + sectionShares[i]! * score, 0);
    const missing = terms.filter(({ isHeading }, i) => !isHeading && (page.held & (1 << i)) === 0);
    page.coverage = 1 - totalRarity(missing) / total;
    page.rarestMissing = Math.max(0, ...missing.map(({ rarity }) => rarity));
  }
  return [...ranked.values()].sort((a, b) => b.score - a.score);
}

function insert(sections: RankedSection[], section: RankedSection): void {
  let at = sections.length;
  while (at > 0 && sections[at - 1]!.score < section.score) at--;
  if (at >= sectionShares.length) return;
  sections.splice(at, 0, section);
  sections.length = Math.min(sections.length, sectionShares.length);
}

/** A score that at least `count` of the scores (from 0 to 1) are above, when so many are above 0, and not many more. */
function minOfBest(scores: Float32Array, count: number): number {
  const steps = 1000;
  const above = new Uint32Array(steps + 1);
  for (let i = 0; i < scores.length; i++)
    if (scores[i]! > 0) above[Math.min(steps, Math.floor(scores[i]! * steps))]!++;
  let step = steps;
  for (let sum = above[step]!; step > 0 && sum < count; sum += above[step]!) step--;
  return step === 0 ? 0 : step / steps - 1e-7;
}
