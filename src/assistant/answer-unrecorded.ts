import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import { answerSteps } from './answer-steps.ts';
import { plainQuestion } from './question.ts';
import { newRecord, type TurnRecord } from './record-turn.ts';

/**
 * Answers a question as a client would be answered now, without a thread, a credit or a record in the store: to measure
 * answers, and to repeat questions that were asked before.
 * @throws ModelFault
 */
export async function answerUnrecorded(
  deps: AnswerDeps,
  scope: AnswerScope,
  text: string,
  signal: AbortSignal,
): Promise<TurnRecord> {
  const record = newRecord('', text, deps.models[0]);
  await answerSteps(deps, scope, plainQuestion(scope.protocol, text), record, signal);
  return record;
}
