import type { GivenAnswer } from '../retrieval/eval/grade-answer.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import { answerUnrecorded } from './answer-unrecorded.ts';

/**
 * Answers one question, in the form that evaluation grades.
 * @throws ModelFault
 */
export async function tryAnswer(
  deps: AnswerDeps,
  scope: AnswerScope,
  text: string,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const record = await answerUnrecorded(deps, scope, text, signal);
  const { citations, unsupported } = record.citations;
  return {
    text: record.answer,
    cited: record.sources.map(({ url }) => url),
    refused: record.reason === 'not_in_docs' || record.reason === 'closest',
    citations,
    unsupported,
  };
}
