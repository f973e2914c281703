import type { ScoredSection } from './search-words.ts';

/** A page's sections in the order of their scores, and the page's own score (0–1). */
export type RankedPage = { pageId: number; score: number; sections: [ScoredSection, ...ScoredSection[]] };

/** How much of its second section counts for a page. */
const secondSection = 0.3;

/** Groups sections (best first) by page; a page is as good as its best section and a part of the second. */
export function rankPages(sections: ScoredSection[]): RankedPage[] {
  const pages = new Map<number, RankedPage>();
  for (const section of sections) {
    const page = pages.get(section.pageId);
    if (page) page.sections.push(section);
    else pages.set(section.pageId, { pageId: section.pageId, score: 0, sections: [section] });
  }
  for (const page of pages.values()) {
    const [best, second] = page.sections;
    page.score = (best.score + secondSection * (second?.score ?? 0)) / (1 + secondSection);
  }
  return [...pages.values()].sort((a, b) => b.score - a.score);
}
