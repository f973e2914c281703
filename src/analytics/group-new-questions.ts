import { setImmediate } from 'node:timers/promises';
import { newId } from '../lib/ids.ts';
import {
  listAskedBefore,
  listComparableTopics,
  listNewestAsked,
  listProjectsToGroup,
  listTopicsOfOtherModels,
  listUngrouped,
  type Placed,
  saveTopics,
  setTopicVectors,
  type Topic,
  type WaitingQuestion,
} from '../store/topics.ts';
import { renewMonths } from '../store/topic-counts.ts';
import { listTopicTurns } from '../store/topic-questions.ts';
import type { Store } from '../store/store.ts';
import type { WorkKind } from '../work/work-kind.ts';
import { dependence } from './follow-up.ts';
import { type Group, nearness } from './similarity.ts';
import { askedQuestion } from './asked-question.ts';
import { groupQuestions } from './group-questions.ts';
import { turnPages } from './turn-pages.ts';
import { type AskModel, reviewTopics } from './review-topics.ts';
import type { Vectors } from './question-vectors.ts';

/** Small batches: comparing them with all topics blocks the event loop. */
const batch = 50;
/** New questions are compared with the topics that were asked about last, at most so many. */
const maxTopics = 1_000;
const maxPerRound = 2_000;
/** A question that was asked in the same words before, at most so many questions ago, belongs to the same topic. */
const maxBefore = 5_000;
const everyMs = 60_000;

/** A topic while questions are added to it. */
type Growing = Group & { placed: Placed[]; label: { turnId: string; vector: Float32Array }[]; topic?: Topic };

/**
 * Groups the questions of a project that are not grouped yet: follow-ups with the question before them, the others
 * by likeness; topics that have become alike are merged.
 * @returns how many questions there were
 */
export async function groupProject(
  store: Store,
  projectId: string,
  chooseVectors: () => Promise<Vectors>,
  signal?: AbortSignal,
): Promise<number> {
  const vectors = await chooseVectors();
  await renewVectors(store, projectId, vectors);
  await renewMonths(store, projectId);
  let grouped = 0;
  while (grouped < maxPerRound) {
    signal?.throwIfAborted();
    const questions = await listUngrouped(store, projectId, batch);
    if (questions.length === 0) break;
    await groupBatch(store, projectId, questions, vectors);
    grouped += questions.length;
    await setImmediate();
  }
  return grouped;
}

async function groupBatch(
  store: Store,
  projectId: string,
  questions: WaitingQuestion[],
  { model, embed }: Vectors,
): Promise<void> {
  const before = await questionsBefore(store, projectId, questions);
  const embedded = await embed(
    questions.map((question) => askedQuestion(question, before.get(question.turnId))),
  );
  const topics = await listComparableTopics(store, { projectId, model, limit: maxTopics });
  const known = topics.map((topic): Growing => ({ ...topic, placed: [], label: [], topic }));
  const byTurn = new Map<string, Growing>();
  const byId = new Map(known.map((group) => [group.id, group]));
  const asked = await listNewestAsked(store, { projectId, model, limit: maxBefore });
  const byText = new Map(
    asked.toReversed().map(({ question, gapId }) => [sameText(question), byId.get(gapId)]),
  );
  const fresh: Growing[] = [];
  for (const [index, asked] of questions.entries()) {
    const { turnId, question } = asked;
    const after = before.get(turnId);
    const home =
      after === undefined
        ? byText.get(sameText(question))
        : after.saysNothingAlone
          ? (byTurn.get(after.turnId) ?? byId.get(after.gapId ?? ''))
          : undefined;
    const group = home ?? newGroup(embedded[index]!);
    if (home === undefined) fresh.push(group);
    else {
      home.sum = home.sum.map((part, at) => part + embedded[index]![at]!);
      home.count += 1;
    }
    const status = statusInDocs(asked);
    group.placed.push({ turnId, gapId: '', afterTurnId: after?.turnId ?? null, status });
    if (after === undefined) group.label.push({ turnId, vector: embedded[index]! });
    byTurn.set(turnId, group);
    if (after === undefined) byText.set(sameText(question), group);
  }
  const merged = groupQuestions(known, fresh) as { from: Growing; into: Growing }[];
  for (const { from, into } of merged) {
    into.placed.push(...from.placed);
    into.label.push(...from.label);
  }
  const gone = new Set(merged.map(({ from }) => from));
  const grown = [...known, ...fresh].filter(({ placed }) => placed.length > 0);
  const joined = merged.filter(({ from }) => from.topic !== undefined).map(({ into }) => into);
  const left = [...new Set([...grown, ...joined])].filter((group) => !gone.has(group));
  const times = new Map(questions.map(({ turnId, createdAt }) => [turnId, createdAt]));
  await saveTopics(store, projectId, {
    topics: left.map((group) => ({
      id: group.id,
      sum: group.sum,
      model,
      labelTurnId: labelOf(group),
      createdAt: group.topic?.createdAt ?? times.get(group.placed[0]!.turnId)!,
      isNew: group.topic === undefined,
    })),
    placed: left.flatMap(({ id, placed }) => placed.map((each) => ({ ...each, gapId: id }))),
    merged: merged
      .filter(({ from }) => from.topic !== undefined)
      .map(({ from, into }) => ({ from: from.id, into: endOf(into, merged).id })),
    pages: questions.flatMap(turnPages),
  });
}

/** What people said elsewhere. */
const informal = ['discussion', 'issue'];

/** The docs lack what only a discussion or an issue answers, although the reader got an answer. */
function statusInDocs({ status, sources }: WaitingQuestion): WaitingQuestion['status'] {
  const isElsewhere = sources.length > 0 && sources.every(({ kind = '' }) => informal.includes(kind));
  return status === 'answered' && isElsewhere ? 'partial' : status;
}

/** What two questions have in common that differ only in case, spaces and punctuation at their ends. */
function sameText(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+/u, '')
    .replace(/(?<![\s\p{P}])[\s\p{P}]+$/u, '');
}

function newGroup(vector: Float32Array): Growing {
  return { id: newId('gap'), sum: vector, count: 1, byHand: false, placed: [], label: [] };
}

function endOf(group: Growing, merged: { from: Growing; into: Growing }[]): Growing {
  const next = merged.find(({ from }) => from === group);
  return next === undefined ? group : endOf(next.into, merged);
}

/** The new question nearest to all others; the present label stays while the topic outnumbers the new questions. */
function labelOf({ topic, label, sum, placed }: Growing): string | null {
  if (topic !== undefined && topic.labelTurnId !== null && topic.count > label.length)
    return topic.labelTurnId;
  let best = topic?.labelTurnId ?? placed[0]?.turnId ?? null;
  let max = -Infinity;
  for (const { turnId, vector } of label) {
    const near = nearness(sum, vector);
    if (near > max) [best, max] = [turnId, near];
  }
  return best;
}

type Before = {
  turnId: string;
  question: string;
  gapId: string | null;
  /** The question belongs to the topic of the one before it. */
  saysNothingAlone: boolean;
};

/** For each follow-up, the nearest earlier question of its conversation that stands alone. */
async function questionsBefore(store: Store, projectId: string, questions: WaitingQuestion[]) {
  const depending = questions.filter(({ question }) => dependence(question) !== 'none');
  const before = new Map<string, Before>();
  if (depending.length === 0) return before;
  const asked = await listAskedBefore(store, {
    projectId,
    threadIds: [...new Set(depending.map(({ threadId }) => threadId))],
    until: Math.max(...depending.map(({ createdAt }) => createdAt)),
  });
  const threads = Map.groupBy(asked, ({ threadId }) => threadId);
  for (const { turnId, threadId, question, found } of depending) {
    const turns = threads.get(threadId) ?? [];
    const earlier = turns.slice(
      0,
      turns.findIndex((turn) => turn.turnId === turnId),
    );
    const asked = earlier.findLast((turn) => dependence(turn.question) === 'none') ?? earlier[0];
    const saysNothingAlone = dependence(question) === 'whole' && found?.standalone == null;
    if (asked !== undefined) before.set(turnId, { ...asked, saysNothingAlone });
  }
  return before;
}

const renewedAtOnce = 100;
const questionsOfOne = 20;

/** Recomputes the vectors of topics that another model made or from which people moved questions. */
async function renewVectors(store: Store, projectId: string, { model, embed }: Vectors): Promise<void> {
  for (const topic of await listTopicsOfOtherModels(store, { projectId, model, limit: renewedAtOnce })) {
    const questions = await listTopicTurns(store, topic.id, questionsOfOne);
    const embedded = await embed(
      questions.map(({ after, ...turn }) =>
        askedQuestion(
          turn,
          after === null
            ? undefined
            : { question: after, saysNothingAlone: dependence(turn.question) === 'whole' },
        ),
      ),
    );
    const sum = embedded[0]?.map((_, at) => embedded.reduce((total, vector) => total + vector[at]!, 0));
    if (sum === undefined) continue;
    const scaled = sum.map((part) => (part * topic.count) / embedded.length);
    await setTopicVectors(store, topic.id, { sum: scaled, model });
  }
}

/** Groups the new questions of all projects, and names topics. */
async function groupNewQuestions(
  store: Store,
  { vectors, ask }: { vectors: () => Promise<Vectors>; ask: AskModel | null },
  signal: AbortSignal,
): Promise<void> {
  for (const projectId of await listProjectsToGroup(store)) {
    await groupProject(store, projectId, vectors, signal);
    if (ask !== null) await reviewTopics(store, { projectId, model: (await vectors()).model }, ask, signal);
  }
}

/** Groups questions into topics and content gaps every minute, on one server at a time. */
export function gapsKind(store: Store, deps: Parameters<typeof groupNewQuestions>[1]): WorkKind {
  return {
    name: 'gaps',
    maxAtOnce: 1,
    schedule: { firstMs: everyMs, everyMs },
    retryAfterMs: [],
    handle: (_, signal) => groupNewQuestions(store, deps, signal),
  };
}
