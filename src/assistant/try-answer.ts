import type { GivenAnswer } from '../retrieval/eval/grade-answer.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import { answerSteps } from './answer-steps.ts';
import { newRecord } from './record-turn.ts';

/**
 * The answer to one question as a client would get it, without a credit, a thread or a record: to measure answers.
 * @throws ModelFault
 */
export async function tryAnswer(
  deps: AnswerDeps,
  scope: AnswerScope,
  text: string,
  signal: AbortSignal,
): Promise<GivenAnswer> {
  const record = newRecord('', text, deps.models[0]);
  const question = {
    fp: scope.protocol,
    threadId: null,
    threadKey: null,
    messages: [{ role: 'user' as const, text, attachments: [] }],
    retrievalPageSize: 5,
    filter: {},
    context: [],
    currentPath: null,
  };
  await Array.fromAsync(answerSteps(deps, scope, question, record, signal));
  const { citations, unsupported } = record.citations;
  return {
    text: record.answer,
    cited: record.sources.map(({ url }) => url),
    refused: record.reason === 'not_in_docs',
    citations,
    unsupported,
  };
}
