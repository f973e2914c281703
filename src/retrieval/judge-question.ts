import { confidence, minConfidence, type Signs } from './confidence.ts';
import type { SearchResult } from './search.ts';

export type Judgement = Pick<SearchResult, 'answerability' | 'outcome' | 'answerable'>;

/** Below it, what was found is not worth showing as the closest that the docs have. */
const closestConfidence = 0.08;

/** How sure a page is whose title was asked for. */
const sure = 0.9;

/** Nothing was found. */
export const nothingFound: Judgement = { answerability: 0, outcome: 'not_in_docs', answerable: false };

/** Judges from what a search found whether the docs answer the question. */
export function judgeQuestion(signs: Signs): Judgement {
  return judge(signs.isTitle ? Math.max(confidence(signs), sure) : confidence(signs));
}

function judge(answerability: number): Judgement {
  if (answerability >= minConfidence) return { answerability, outcome: 'answered', answerable: true };
  const outcome = answerability >= closestConfidence ? 'closest' : 'not_in_docs';
  return { answerability, outcome, answerable: false };
}

/**
 * The judgement when a reranker has read the best sections: it knows best what they say, and the search what the
 * question's words are, so both count.
 */
export function judgeReranked(before: Judgement, bestScore: number): Judgement {
  return judge((before.answerability + bestScore) / 2);
}
