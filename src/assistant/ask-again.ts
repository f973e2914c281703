import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import { answerSteps } from './answer-steps.ts';
import { newRecord, type TurnRecord } from './record-turn.ts';

/**
 * The answer to a question as a reader would get it now, without a thread, a credit or a record: for questions that were
 * asked before.
 * @throws ModelFault
 */
export async function askAgain(
  deps: AnswerDeps,
  scope: AnswerScope,
  text: string,
  signal: AbortSignal,
): Promise<Pick<TurnRecord, 'status' | 'answer' | 'sources'>> {
  const record = newRecord('', text, deps.models[0]);
  const question = {
    fp: 'docent',
    threadId: null,
    threadKey: null,
    messages: [{ role: 'user' as const, text, attachments: [] }],
    retrievalPageSize: 5,
    filter: {},
    context: [],
    currentPath: null,
  };
  const steps = answerSteps(deps, scope, question, record, signal);
  while (!(await steps.next()).done);
  return record;
}
