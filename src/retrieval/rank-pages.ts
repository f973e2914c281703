import { type Evidence, type SectionScores, totalRarity } from './rank-sections.ts';

export type RankedSection = { sectionId: number; score: number };

/** A page's best sections, best first, and its own score; only comparable within one search. */
export type RankedPage = {
  pageId: number;
  score: number;
  /** A bit for each of the question's terms that the page has anywhere. */
  held: number;
  sections: RankedSection[];
};

/** How much of its best sections counts for a page: a second good section says that the page is about it. */
const sectionShares = [1, 0.3, 0];

/** Part of a page's score that it gets for having all of the question's words somewhere. */
const coverageShare = 0.15;

/** Sections that pages are gathered from, at the least: many times what a search shows. */
const maxSections = 2000;

/** Gathers the best sections by page, best page first. */
export function rankPages(
  { scores }: SectionScores,
  { terms, words }: Evidence,
  pages: Uint32Array,
): RankedPage[] {
  const least = minOfBest(scores, maxSections);
  const ranked = new Map<number, RankedPage>();
  for (let sectionId = 1; sectionId < pages.length; sectionId++) {
    const score = scores[sectionId]!;
    if (score <= least) continue;
    const pageId = pages[sectionId]!;
    const page = ranked.get(pageId) ?? {
      pageId,
      score: 0,
      held: 0,
      sections: [],
    };
    ranked.set(pageId, page);
    page.held |= words.terms[sectionId]!;
    insert(page.sections, { sectionId, score });
  }
  const total = totalRarity(terms);
  for (const page of ranked.values()) {
    const score = page.sections.reduce((sum, section, i) => sum + sectionShares[i]! * section.score, 0);
    const missing = totalRarity(terms.filter((_, i) => (page.held & (1 << i)) === 0)) / total;
    page.score = score * (1 - coverageShare * missing);
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
