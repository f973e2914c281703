import { type Credit, settle } from '../accounts/take-credit.ts';
import { newId } from '../lib/ids.ts';
import { maskPrivate } from '../lib/mask-private.ts';
import { addChannelUse } from '../store/channel-use.ts';
import { charge, type CreditUse } from '../store/credits.ts';
import type { NewThread } from '../store/threads.ts';
import { addTurn, countTurn, type NewTurn, type Turn } from '../store/turns.ts';
import { phrasesIn } from '../models/excerpts/phrases.ts';
import type { Model } from '../models/model.ts';
import type { AnswerDeps, AnswerScope } from './answer-context.ts';
import type { Outcome, Usage } from './answer-event.ts';
import type { Question } from './question.ts';
import type { Retrieved } from './retrieved.ts';

/** The state of a running turn. Times are of the monotonic clock. */
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
  /** Whether any search of the turn used embeddings. */
  usedMeaning: boolean;
  /** Citations made, and how many did not support their sentence. */
  citations: { citations: number; unsupported: number; unknown?: number; links?: number };
  /** The searches and their results; null before the search is over. */
  search: { standalone: string | null; retrieved: Retrieved; language: string | null } | null;
  /** Whether this is the first turn of the thread. */
  isFirst: boolean;
};

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** A turn counts as abandoned until it ends otherwise. */
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
    search: null,
    isFirst: false,
  };
}

/** The summary of a finished answer for the reader; undefined when it failed. */
export function outcomeOf({ status, reason, usedMeaning }: TurnRecord): {
  outcome?: Outcome;
  usedMeaning?: boolean;
} {
  if (status === 'failed') return {};
  const unanswered = reason === 'not_in_docs' ? 'not_in_docs' : 'closest';
  return { outcome: status === 'unanswered' ? unanswered : status, usedMeaning };
}

/** A sentence in the answer's language that its evidence is weak; undefined where it is not, or the answer says so. */
export function caveatOf({ reason, search }: TurnRecord): string | undefined {
  const isWeak = reason === 'weak_evidence' || reason === 'uncited';
  return isWeak ? phrasesIn(search?.language ?? null).weak : undefined;
}

/** The stored form of a turn, with private data masked. */
export function storedTurn(
  { project, deployment, protocol, caller }: AnswerScope,
  { fp, currentPath }: Question,
  record: TurnRecord,
): NewTurn {
  const {
    startedAt,
    firstTextAt,
    usedMeaning: _,
    citations: __,
    isFirst: ___,
    search: ____,
    ...turn
  } = record;
  return {
    ...turn,
    ...outcomeOf(record),
    found: foundBy(record),
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
  };
}

const maxPages = 10;

/** The best section of each page that the model was given, in retrieval order. */
function foundBy({ search, citations: { unknown = 0, unsupported, links = 0 } }: TurnRecord): Turn['found'] {
  if (search === null) return null;
  const pages = new Map<string, { url: string; title: string; score: number | null }>();
  for (const { page, section, url, title } of search.retrieved.all()) {
    const { score = null } = section;
    if ((pages.get(page.url)?.score ?? -1) < (score ?? 0)) pages.set(page.url, { url, title, score });
  }
  return {
    standalone: search.standalone === null ? null : maskPrivate(search.standalone),
    pages: [...pages.values()].slice(0, maxPages),
    removed: { citations: unknown, links, unsupported },
  };
}

/** Counts an answer where it was asked, if in a channel. */
export async function countInChannel(
  { store, log }: AnswerDeps,
  { project, channel, requestId }: AnswerScope,
  { status, usage, costMicros }: TurnRecord,
  credits: number,
): Promise<void> {
  if (channel === undefined) return;
  const { inputTokens, outputTokens } = usage;
  const used = { [status]: 1, inputTokens, outputTokens, costMicros, credits };
  try {
    await addChannelUse(store, { projectId: project.id, channel, at: await store.now() }, used);
  } catch (error) {
    log.error({ requestId, error }, 'answer not counted');
  }
}

/**
 * Stores a turn, also a failed one, and charges it; one that is not to be stored is only counted. An answer never fails
 * because its record does.
 * @param with.thread the turn's, when it is not stored yet
 */
export async function recordTurn(
  { store, log, onTurn }: AnswerDeps,
  scope: AnswerScope,
  question: Question,
  record: TurnRecord,
  { credit, answered, thread }: { credit: Credit; answered: boolean; thread: NewThread | null },
): Promise<void> {
  const { requestId } = scope;
  const report = (message: string) => (error: unknown) => log.error({ requestId, error }, message);
  let use: CreditUse | null;
  try {
    const turn = storedTurn(scope, question, record);
    onTurn?.(turn);
    if (scope.unrecorded === true) {
      await countTurn(store, turn);
      const due = credit.charge(answered);
      use = due && (await charge(store, due));
    } else use = await addTurn(store, turn, credit.charge(answered), thread);
  } catch (error) {
    report('turn not recorded')(error);
    return settle(store, credit, answered).catch(report('credit not settled'));
  }
  if (use !== null) await credit.charged(use).catch(report('credit alert not raised'));
}
