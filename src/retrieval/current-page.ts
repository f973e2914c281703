/** The maximum bonus for being, or being near, the page that is viewed. */
const maxPreference = 0.06;

type Candidate = { path: string; score: number; version: string | null; language: string | null };

/**
 * Reranks pages with a slight preference for those near the page being viewed: the same page, the same folders. It
 * decides only between pages with similar scores, such as several versions of one page.
 */
export function preferPagesNear<T extends Candidate>(pages: T[], currentPath: string | undefined): T[] {
  if (currentPath === undefined) return pages;
  const current = segmentsOf(currentPath);
  return pages
    .map((page) => ({
      ...page,
      score: Math.min(1, page.score * (1 + maxPreference * nearness(segmentsOf(page.path), current))),
    }))
    .sort((a, b) => b.score - a.score);
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/[?#].*/s, '')
    .split('/')
    .filter((segment) => segment !== '');
}

/** 1 for the same page, else the share of the longer path that is their common prefix. */
function nearness(a: string[], b: string[]): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  const differs = a.findIndex((segment, i) => segment !== b[i]);
  return (differs < 0 ? Math.min(a.length, b.length) : differs) / longest;
}
