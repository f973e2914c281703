import type { Fact } from '../claims/claim.ts';
import { findFacts } from '../claims/find-facts.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';

/** Pages between which other work has its turn. */
const pagesPerTurn = 20;

/** What the public pages of an index state. */
export async function statedFacts(index: Pick<SearchIndex, 'list' | 'page' | 'source'>): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (const [nth, { path }] of index.list({}).entries()) {
    facts.push(...factsOfPage(index, path));
    if (nth % pagesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return facts;
}

export function factsOfPage(index: Pick<SearchIndex, 'page' | 'source'>, path: string): Fact[] {
  const page = index.page(path);
  return page === undefined ? [] : findFacts(page, index.source(path) ?? page.markdown);
}
