import { newId } from '../lib/ids.ts';
import type { Log } from '../lib/log.ts';
import { ModelFault } from '../models/model-fault.ts';
import type { Model } from '../models/model.ts';
import { runTurn } from '../models/run-turn.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Store } from '../store/store.ts';
import type { AnswerEvent, FinishReason, Usage } from './answer-event.ts';
import { type Checked, createCitationChecker } from './citations.ts';
import { earlierMessages } from './earlier-messages.ts';
import { joinThread } from './join-thread.ts';
import { buildPrompt } from './prompt.ts';
import type { Question } from './question.ts';
import { type TurnRecord, recordTurn } from './record-turn.ts';
import { asEvidence, asSearchResult, createRetrieved } from './retrieved.ts';
import { askedMessage, searchQuery } from './search-query.ts';

/** What an answer is made with. */
export type AnswerRooms = { store: Store; model: Model; log: Log };

/** Whose docs are asked, and how. */
export type AnswerScope = {
  project: { id: string; settings: { requireThreadKey?: boolean } };
  index: SearchIndex;
  deployment: { id: string; commit: string | null };
  protocol: string;
  requestId: string;
  /** From a page in a browser, a program, or anything else (which it is when it is not said). */
  caller?: 'web' | 'api' | 'other';
};

export type Answer = {
  threadId: string;
  /** The thread's secret, on its first answer only. */
  threadKey: string | null;
  events: AsyncGenerator<AnswerEvent>;
};

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/**
 * Answers one question: joins the thread, searches before the model is called, streams the model's text with its
 * citations checked, and records the turn. Once it streams, what goes wrong is an `error` event, never a throw.
 * @throws DocentError `thread_not_found`
 */
export async function answer(
  rooms: AnswerRooms,
  scope: AnswerScope,
  question: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const joined = await joinThread(rooms.store, {
    projectId: scope.project.id,
    threadId: question.threadId,
    threadKey: question.threadKey,
    fp: question.fp,
    requireKey: scope.project.settings.requireThreadKey ?? false,
  });
  return { ...joined, events: answerEvents(rooms, scope, joined.threadId, question, signal) };
}

async function* answerEvents(
  rooms: AnswerRooms,
  scope: AnswerScope,
  threadId: string,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const messageId = newId('msg');
  const record: TurnRecord = {
    threadId,
    messageId,
    question: askedMessage(question.messages)?.text ?? '',
    answer: '',
    sources: [],
    status: 'failed',
    reason: null,
    usage: noUsage,
    startedAt: performance.now(),
    firstTextAt: null,
  };
  let reason: FinishReason = 'error';
  yield { type: 'thread', threadId };
  try {
    reason = yield* answerSteps(rooms, scope, question, record, signal);
  } catch (error) {
    if (signal.aborted) record.reason = 'aborted';
    else {
      record.reason = error instanceof ModelFault ? error.kind : 'internal';
      rooms.log.error({ requestId: scope.requestId, reason: record.reason, error }, 'answer failed');
      yield {
        type: 'error',
        message: `The answer could not be finished. Please try again. (${scope.requestId})`,
      };
      yield { type: 'step-finish', reason: 'error', usage: noUsage };
    }
  } finally {
    await recordTurn(rooms, scope, question, record);
  }
  yield { type: 'finish', reason, usage: record.usage, threadId };
}

/** The steps between the thread and the finish: the search, then the model's. */
async function* answerSteps(
  rooms: AnswerRooms,
  scope: AnswerScope,
  question: Question,
  record: TurnRecord,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, FinishReason> {
  const { messageId } = record;
  const earlier = await earlierMessages(
    rooms.store,
    { projectId: scope.project.id, threadId: record.threadId },
    question,
  );
  const earlierQuestions = earlier.filter(({ role }) => role === 'user').map(({ text }) => text);
  const query = searchQuery(question, earlierQuestions);
  const toolCallId = newId('call');
  yield { type: 'step-start', messageId };
  yield { type: 'tool-call', toolCallId, toolName: 'search', input: { query } };
  const { hits, answerable } = await scope.index.search({
    text: query,
    limit: question.retrievalPageSize,
    filter: question.filter,
    currentPath: question.currentPath ?? undefined,
  });
  yield { type: 'tool-result', toolCallId, output: hits.map(asSearchResult) };
  yield { type: 'step-finish', reason: 'tool-calls', usage: noUsage };

  const retrieved = createRetrieved();
  const evidence = { answerable, sections: retrieved.add(hits).map(asEvidence) };
  const citations = createCitationChecker(retrieved.find);
  let finish: FinishReason = 'stop';
  yield { type: 'step-start', messageId };
  for await (const event of runTurn([rooms.model], buildPrompt(question, earlier, evidence), [], signal)) {
    if (event.type === 'text') yield* sendText(citations.push(event.delta), record);
    else if (event.type === 'call-finish') {
      yield* sendText(citations.end(), record);
      finish = event.reason;
      record.usage = addUsage(record.usage, event.usage);
      yield { type: 'step-finish', reason: event.reason, usage: event.usage };
    }
  }
  record.status = answerable && record.sources.length > 0 ? 'answered' : 'unanswered';
  record.reason = answerable ? null : 'not_in_docs';
  return finish;
}

/** Checked text with the sources that it cites for the first time before it. */
function* sendText({ text, cited }: Checked, record: TurnRecord): Generator<AnswerEvent> {
  for (const { url, title } of cited) {
    if (record.sources.some((source) => source.url === url)) continue;
    record.sources.push({ url, title });
    yield { type: 'source', id: `src_${record.sources.length}`, url, title };
  }
  if (text === '') return;
  record.firstTextAt ??= performance.now();
  record.answer += text;
  yield { type: 'text', delta: text };
}

function addUsage(a: Usage, b: Usage): Usage {
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}
