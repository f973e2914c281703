import { questionTerms } from '../retrieval/question-terms.ts';

/** Words by which an English question goes on from what was said before. */
const continues = /^(?:and|but|or|so|what about|how about|also|then|same)\b/i;
const pointsBack = /\b(?:it|its|that|this|those|these|they|them|their)\b/i;
const saysNothing = /^(?:why|how|how so|when|where|who|which one|really|more|go on|example|explain)\W*$/i;

/** Words of its own, at most, with which a follow-up is surely about the same as the question before it. */
const fewTerms = 3;

/**
 * How a question depends on the one before it in its conversation: `whole`, it says nothing alone and belongs where
 * that one does; `part`, it is understood with that one only; `none`.
 */
export function dependence(question: string): 'whole' | 'part' | 'none' {
  const asked = question.trim();
  if (saysNothing.test(asked)) return 'whole';
  const isContinued = continues.test(asked);
  if (!isContinued && !pointsBack.test(asked)) return 'none';
  const own = questionTerms(asked.replace(continues, '')).length;
  return own <= fewTerms ? 'whole' : 'part';
}
