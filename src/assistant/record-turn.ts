import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import { addTurn, type Turn } from '../store/turns.ts';
import type { Model } from '../models/model.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import type { Outcome, Usage } from './answer-event.ts';
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
  /** Whether any search of the turn compared by queryVector, not by words alone. */
  usedMeaning: boolean;
  /** Citations that were made, and how many did not hold what their sentence says. */
  citations: { citations: number; unsupported: number };
};

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** A turn counts as left by its reader until it ends in another way. */
export function newRecord(threadId: string, question: string, model: Model | undefined): TurnRecord {
  return {
    threadId,
    messageId: newId('msg'),
    question,
    answer: '',
    sources: [],
    status: 'failed',
    reason: 'aborted',
    usage: noUsage,
    costMicros: 0,
    model: model === undefined ? '' : `${model.provider}/${model.modelId}`,
    startedAt: performance.now(),
    firstTextAt: null,
    usedMeaning: false,
    citations: { citations: 0, unsupported: 0 },
  };
}

/** What a reader is told of an answer when it is over; nothing of one that failed. */
export function outcomeOf({ status, reason, usedMeaning }: TurnRecord): {
  outcome?: Outcome;
  usedMeaning?: boolean;
} {
  if (status === 'failed') return {};
  const unanswered = reason === 'not_in_docs' ? 'not_in_docs' : 'closest';
  return { outcome: status === 'unanswered' ? unanswered : status, usedMeaning };
}

/** Stores a turn, failed ones too, without what is private in it; an answer never fails because its record does. */
export async function recordTurn(
  { store, log }: AnswerDeps,
  { project, deployment, protocol, requestId, caller }: AnswerScope,
  { fp, currentPath }: Question,
  { startedAt, firstTextAt, usedMeaning: _, citations: __, ...turn }: TurnRecord,
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
