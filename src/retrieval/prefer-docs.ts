import type { Origin } from '../content/page.ts';

/** Reranks pages by the weights of their sources: docs win on equal terms. */
export function preferDocs<T extends { origin?: Origin | undefined; score: number }>(pages: T[]): T[] {
  const weightOf = ({ origin }: T): number => origin?.weight ?? 1;
  const heaviest = Math.max(0, ...pages.map(weightOf));
  // Where all weigh alike it is no reason to doubt a page.
  if (pages.every((page) => weightOf(page) === heaviest)) return pages;
  return pages
    .map((page) => ({ ...page, score: (page.score * weightOf(page)) / heaviest }))
    .sort((a, b) => b.score - a.score);
}
