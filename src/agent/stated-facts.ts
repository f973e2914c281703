import type { TouchedClaim } from '../claims/check-claims.ts';
import type { Fact } from '../claims/claim.ts';
import { describeClaim } from '../claims/describe-claim.ts';
import { findFacts } from '../claims/find-facts.ts';
import type { Finding } from '../content/finding.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Store } from '../store/store.ts';
import { recentTriggers } from '../store/triggers.ts';

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

function factsOfPage(index: Pick<SearchIndex, 'page' | 'source'>, path: string): Fact[] {
  const page = index.page(path);
  return page === undefined ? [] : findFacts(page, index.source(path) ?? page.markdown);
}

const daysBack = 180;
const maxMerges = 1_000;
const maxClaims = 500;

/** The facts that merges in code repositories broke and that the docs still state, as findings. */
export async function brokenInDocs(
  store: Store,
  projectId: string,
  index: Pick<SearchIndex, 'page' | 'source'>,
): Promise<Finding[]> {
  const since = (await store.now()) - daysBack * 86_400_000;
  const merges = await recentTriggers(store, projectId, { kind: 'code', since, limit: maxMerges });
  const broken = merges.flatMap(({ about }) => (about as { claims?: TouchedClaim[] }).claims ?? []);
  const findings = new Map<string, Finding>();
  for (const [page, claims] of Map.groupBy(broken.slice(0, maxClaims), (claim) => claim.page)) {
    const stated = new Map(factsOfPage(index, page).map((fact) => [`${fact.kind} ${fact.text}`, fact]));
    for (const claim of claims) {
      const fact = stated.get(`${claim.kind} ${claim.text}`);
      if (fact === undefined || findings.has(`${page} ${fact.kind} ${fact.text}`)) continue;
      const found: Finding = { kind: 'claim', file: page, line: fact.line, text: describeClaim(claim) };
      findings.set(`${page} ${fact.kind} ${fact.text}`, found);
    }
  }
  return [...findings.values()];
}
