import type { SectionScores } from './rank-sections.ts';

/**
 * How sure it is that the docs answer the question, from 0 to 1: by how well the best sections match it in words and
 * in meaning. Logistic regressions over real questions, asked of their own docs and of others (`bench/answerability.ts`).
 */
export function confidence({ bestWords, bestMeaning }: SectionScores): number {
  if (bestWords === 0 && bestMeaning === 0) return 0;
  const evidence = bestMeaning > 0 ? -7 + 6 * bestWords + 1.2 * bestMeaning : -3 + 9 * bestWords;
  return 1 / (1 + Math.exp(-evidence));
}

/** At and above it the docs are held to answer the question. */
export const leastConfidence = 0.5;
