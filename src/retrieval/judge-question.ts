import { confidence, type Features } from './confidence.ts';
import type { SearchResult } from './search.ts';

type Judgement = Pick<SearchResult, 'answerability' | 'outcome' | 'answerable'>;

/** From `answered` on the docs hold the answer; from `partial` on, enough for an answer with a caveat. */
const minAnswerability = { answered: 0.4, partial: 0.2, closest: 0.05 };

/**
 * A page below it is unrelated to the search: a word that nobody ever wrote scores 0.005 at most. It is lower than
 * `closest`, because people who search check the results, and docs may use another name for a thing.
 */
export const relevanceFloor = 0.01;

/** The same while a search is typed, which compares words alone: what is below it shares some word with the text by chance. */
export const typedFloor = minAnswerability.closest;

/** The minimum confidence for a page whose title was asked for. */
const sure = 0.9;

/** Nothing was found. */
export const nothingFound: Judgement = { answerability: 0, outcome: 'not_in_docs', answerable: false };

/** Judges from a search's features whether the docs answer the question. */
export function judgeQuestion(features: Features): Judgement {
  return judge(features.isTitle ? Math.max(confidence(features), sure) : confidence(features));
}

function judge(answerability: number): Judgement {
  const outcomes = ['answered', 'partial', 'closest'] as const;
  const outcome = outcomes.find((one) => answerability >= minAnswerability[one]) ?? 'not_in_docs';
  return { answerability, outcome, answerable: answerability >= minAnswerability.partial };
}

/**
 * The judgement with a reranker, which knows best what the sections say, while search knows the question's words: both
 * count equally.
 */
export function judgeReranked(before: Judgement, bestScore: number): Judgement {
  return judge((before.answerability + bestScore) / 2);
}
