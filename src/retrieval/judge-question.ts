import { confidence, type Signs } from './confidence.ts';
import type { SearchResult } from './search.ts';

type Judgement = Pick<SearchResult, 'answerability' | 'outcome' | 'answerable'>;

/** From here on the docs hold the answer; from `partial` on, they hold enough to answer with a word of care. */
const least = { answered: 0.4, partial: 0.2, closest: 0.05 };

/**
 * Below it a page has nothing to do with what was searched for: a word that nobody ever wrote scores 0.006 at most. It is
 * lower than `closest`, since who searches looks at what is shown, and docs may call a thing by another name.
 */
export const relevanceFloor = 0.012;

/** How sure a page is whose title was asked for. */
const sure = 0.9;

/** Nothing was found. */
export const nothingFound: Judgement = { answerability: 0, outcome: 'not_in_docs', answerable: false };

/** Judges from what a search found whether the docs answer the question. */
export function judgeQuestion(signs: Signs): Judgement {
  return judge(signs.isTitle ? Math.max(confidence(signs), sure) : confidence(signs));
}

function judge(answerability: number): Judgement {
  const outcomes = ['answered', 'partial', 'closest'] as const;
  const outcome = outcomes.find((one) => answerability >= least[one]) ?? 'not_in_docs';
  return { answerability, outcome, answerable: answerability >= least.partial };
}

/**
 * The judgement when a reranker has read the best sections: it knows best what they say, and the search what the
 * question's words are, so both count.
 */
export function judgeReranked(before: Judgement, bestScore: number): Judgement {
  return judge((before.answerability + bestScore) / 2);
}
