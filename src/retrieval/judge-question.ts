import { confidence, minConfidence, type Signs } from './confidence.ts';
import type { SearchResult } from './search.ts';

type Judgement = Pick<SearchResult, 'answerability' | 'outcome' | 'answerable'>;

/** Below it, what was found is not worth showing as the closest that the docs have. */
const closestConfidence = 0.08;

/** Nothing was found. */
export const nothingFound: Judgement = { answerability: 0, outcome: 'not_in_docs', answerable: false };

/** Judges from what a search found whether the docs answer the question. */
export function judgeQuestion(signs: Signs): Judgement {
  const answerability = confidence(signs);
  if (answerability >= minConfidence) return { answerability, outcome: 'answered', answerable: true };
  const outcome = answerability >= closestConfidence ? 'closest' : 'not_in_docs';
  return { answerability, outcome, answerable: false };
}
