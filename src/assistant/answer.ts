import { type Credit, settle, takeCredit } from '../accounts/take-credit.ts';
import { type Emit, emitted } from '../lib/emitted.ts';
import { describeFault } from '../models/describe-fault.ts';
import { createExtractiveModel } from '../models/extractive.ts';
import { ModelFault } from '../models/model-fault.ts';
import { questionTerms } from '../retrieval/question-terms.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import type { AnswerEvent, FinishReason } from './answer-event.ts';
import { answerSteps } from './answer-steps.ts';
import type { NewThread } from '../store/threads.ts';
import { interruption } from './interruption.ts';
import { joinThread, newThread } from './join-thread.ts';
import { maskQuestion } from './mask-question.ts';
import type { Question } from './question.ts';
import { keepOpenTurn, unkept } from './open-turn.ts';
import { caveatOf, countInChannel, newRecord, noUsage, outcomeOf, recordTurn } from './record-turn.ts';
import { askedMessage } from './search-query.ts';

export type Answer = {
  threadId: string;
  /** The thread's secret, with its first answer only. */
  threadKey: string | null;
  events: AsyncGenerator<AnswerEvent>;
};

/**
 * Answers one question: takes a credit, joins the thread, searches before the model is called, streams the model's
 * text with its citations and links checked, and records the turn. Once the stream has begun, failures are `error`
 * events and never thrown.
 * @throws DocentError `thread_not_found`, `credits_exhausted`
 */
export async function answer(
  deps: AnswerDeps,
  scope: AnswerScope,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { organization, project } = scope;
  const payer = { organization, project, creditsPerMonth: deps.config.answers.creditsPerMonth };
  const credit = await takeCredit(deps.store, payer, (alert) =>
    deps.log.warn(alert, 'credits of the month have reached a mark'),
  );
  try {
    const { threadId, threadKey, fp } = question;
    const asked = { projectId: project.id, threadId, threadKey, fp, reader: scope.reader ?? null };
    const requireKey = project.settings.requireThreadKey ?? false;
    // A thread under an id of ours is written with its first turn, for which nobody waits, or never.
    const joined =
      threadId === null && threadKey === null
        ? newThread(asked)
        : { ...(await joinThread(deps.store, { ...asked, requireKey })), thread: null };
    const models = credit.kind === 'excerpts' ? [createExtractiveModel(questionTerms)] : deps.models;
    const shown = deps.config.answers.maskBeforeModel ? maskQuestion(question) : question;
    const left = new AbortController();
    const stopped = AbortSignal.any([signal, left.signal]);
    const events = emitted<AnswerEvent>(
      (emit) => answerTo({ ...deps, models }, scope, joined, shown, stopped, credit, emit),
      () => left.abort(),
    );
    return { threadId: joined.threadId, threadKey: joined.threadKey, events };
  } catch (error) {
    await settle(deps.store, credit, false);
    throw error;
  }
}

async function answerTo(
  deps: AnswerDeps,
  scope: AnswerScope,
  { threadId, threadKey, thread }: Pick<Answer, 'threadId' | 'threadKey'> & { thread: NewThread | null },
  question: Question,
  signal: AbortSignal,
  credit: Credit,
  emit: Emit<AnswerEvent>,
): Promise<void> {
  const record = newRecord(threadId, askedMessage(question.messages)?.text ?? '', deps.models[0]);
  record.messageId = scope.messageId ?? record.messageId;
  record.isFirst = threadKey !== null;
  const open = scope.unrecorded === true ? unkept : keepOpenTurn(deps, scope, question, record, thread);
  let reason: FinishReason = 'error';
  try {
    void emit({ type: 'thread', threadId });
    reason = await answerSteps(deps, scope, question, record, signal, (event) => {
      open.note();
      return emit(event);
    });
  } catch (error) {
    const { requestId } = scope;
    if (signal.reason === interruption) {
      record.reason = 'interrupted';
      void emit({ type: 'error', message: `${interruption.message} (${requestId})` });
      void emit({ type: 'step-finish', reason: 'error', usage: noUsage });
    } else if (!signal.aborted) {
      const fault = error instanceof ModelFault ? error : null;
      record.status = 'failed';
      record.reason = fault?.code ?? 'internal';
      deps.log.error({ requestId, ...(fault ? describeFault(fault) : { error }) }, 'answer failed');
      void emit({ type: 'error', message: `${publicMessage(fault)} (${requestId})` });
      void emit({ type: 'step-finish', reason: 'error', usage: noUsage });
    }
  } finally {
    // An answer that its client left is charged: otherwise closing the connection just before the end would make answers free.
    const answered = record.status !== 'failed' || (record.reason === 'aborted' && record.answer !== '');
    const unwritten = await open.written();
    if (scope.channel !== undefined && signal.aborted && record.status === 'failed')
      await settle(deps.store, credit, false);
    else {
      await recordTurn(deps, scope, question, record, { credit, answered, thread: unwritten });
      await countInChannel(deps, scope, record, credit.charge(answered)?.answers ?? 0);
    }
  }
  const { usage } = record;
  const stopped = signal.aborted && reason === 'error' && record.reason === 'aborted';
  const end = { ...outcomeOf(record), caveat: caveatOf(record) };
  void emit({ type: 'finish', reason, usage, threadId, stopped, ...end });
}

function publicMessage(fault: ModelFault | null): string {
  if (fault?.code === 'filtered')
    return 'The model declined to answer this. Please put the question differently.';
  return 'The answer could not be finished. Please try again.';
}
