import { asksForPast, tellsPast } from '../lib/past-pages.ts';

/** The weight of pages about the past or the future: guides and references describe the present. */
const share = 0.5;

/** Reranks pages so that those about the present win against news, unless the question is about news. */
export function preferPresent<T extends { path: string; score: number }>(pages: T[], text: string): T[] {
  const past = new Set(pages.filter(({ path }) => tellsPast(path)));
  // On a site of news alone it is no reason to doubt a page.
  if (past.size === 0 || past.size === pages.length || asksForPast(text)) return pages;
  return pages
    .map((page) => ({ ...page, score: past.has(page) ? page.score * share : page.score }))
    .sort((a, b) => b.score - a.score);
}
