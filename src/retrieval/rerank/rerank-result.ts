import type { Log } from '../../lib/log.ts';
import { judgeReranked } from '../judge-question.ts';
import type { PageHit, SearchQuery, SearchResult, SectionHit } from '../search.ts';
import type { Reranker } from './reranker.ts';

/** How many sections are reranked, and how many pages they are taken from. */
const maxSections = 50;
export const rerankedPages = 25;

/**
 * Sorts the pages and sections of a result by a reranker, and includes its scores in the judgement. A reranker that
 * fails or times out changes nothing; the failure is logged.
 */
export async function rerankResult(
  result: SearchResult,
  { text, limit, scoreThreshold = 0 }: SearchQuery,
  reranker: Reranker,
  log: Pick<Log, 'warn'>,
): Promise<SearchResult> {
  const shortened = { ...result, hits: result.hits.slice(0, limit) };
  const sections = result.hits
    .flatMap((page) => page.sections.map((section) => ({ page, section })))
    .slice(0, maxSections);
  if (sections.length === 0) return shortened;
  const texts = sections.map(({ page, section }) => textOf(page, section));
  let scores: number[];
  try {
    scores = await reranker.rerank(text, texts, AbortSignal.timeout(reranker.timeout));
  } catch (error) {
    log.warn({ error, reranker: reranker.name }, 'The reranker did not answer. The order stays as it was.');
    return shortened;
  }
  const scoreOf = new Map(sections.map(({ section }, i) => [section.sectionId, scores[i] ?? 0]));
  const judgement = judgeReranked(result, Math.max(...scores));
  const hits = result.hits
    .map((page) => reorder(page, scoreOf))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }) => score >= scoreThreshold)
    .slice(0, limit);
  return { ...result, ...judgement, hits };
}

/** A section without a score ranks below all with one. */
function reorder(page: PageHit, scoreOf: Map<number, number>): PageHit {
  const scored = page.sections.map((section) => ({
    ...section,
    score: scoreOf.get(section.sectionId) ?? 0,
    // The reranker knows better.
    likeness: undefined,
  }));
  const [best, ...others] = scored.toSorted((a, b) => b.score - a.score) as PageHit['sections'];
  return { ...page, score: best.score, sections: [best, ...others] };
}

function textOf(page: PageHit, { headingPath, text }: SectionHit): string {
  return `${[...new Set([page.title, ...headingPath])].join(' > ')}\n${text}`;
}
