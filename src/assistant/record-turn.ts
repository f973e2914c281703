import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import { addTurn, type Turn } from '../store/turns.ts';
import type { AnswerDeps, AnswerScope } from './answer.ts';
import type { Question } from './question.ts';

/** What is known of a turn while it runs. Times are of the monotonic clock. */
export type TurnRecord = Pick<
  Turn,
  | 'threadId'
  | 'messageId'
  | 'question'
  | 'answer'
  | 'sources'
  | 'status'
  | 'reason'
  | 'usage'
  | 'costMicros'
  | 'model'
> & {
  startedAt: number;
  firstTextAt: number | null;
};

/** Stores a turn, failed ones too, without what is private in it; an answer never fails because its record does. */
export async function recordTurn(
  { store, log }: AnswerDeps,
  { project, deployment, protocol, requestId, caller }: AnswerScope,
  { fp, currentPath }: Question,
  { startedAt, firstTextAt, ...turn }: TurnRecord,
): Promise<void> {
  try {
    await addTurn(store, {
      ...turn,
      question: maskPrivate(turn.question),
      answer: maskPrivate(turn.answer),
      id: newId('trn'),
      projectId: project.id,
      deploymentId: deployment.id,
      commit: deployment.commit,
      timings: {
        firstTextMs: firstTextAt === null ? null : Math.round(firstTextAt - startedAt),
        totalMs: Math.round(performance.now() - startedAt),
      },
      fp,
      protocol,
      currentPath,
      caller: caller ?? 'other',
      createdAt: await store.now(),
    });
  } catch (error) {
    log.error({ requestId, error }, 'turn not recorded');
  }
}
