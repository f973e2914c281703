import { asksToContribute, tellsContributors } from '../lib/contributor-pages.ts';
import { asksForPast, tellsPast } from '../lib/past-pages.ts';

/** The weight of pages about the past or the future, and for contributors: people ask how to use what there is. */
const share = 0.5;

/** Reranks pages so that guides and references win against news and pages for contributors, unless these are asked for. */
export function preferGuides<T extends { path: string; score: number }>(pages: T[], text: string): T[] {
  const [past, making] = [!asksForPast(text), !asksToContribute(text)];
  const isAside = (path: string) => (past && tellsPast(path)) || (making && tellsContributors(path));
  const aside = new Set(pages.filter(({ path }) => isAside(path)));
  // On a site of news alone it is no reason to doubt a page.
  if (aside.size === 0 || aside.size === pages.length) return pages;
  return pages
    .map((page) => ({ ...page, score: aside.has(page) ? page.score * share : page.score }))
    .sort((a, b) => b.score - a.score);
}
