import { type ExpressionBuilder, sql } from 'kysely';
import { gapStatesUnderWay } from '../lib/gap-loop-state.ts';
import { type Paged, type PageRequest, type TimeRange, toPage } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { type Topic, toTopic } from './topics.ts';

/** The questions about a topic in a period. */
export type TopicCount = {
  id: string;
  count: number;
  answered: number;
  partial: number;
  unanswered: number;
  failed: number;
};

export type TopicOrder = 'count' | 'unanswered';

/** The position where a list of topics continues. */
export type TopicPosition = { count: number; id: string };

const longMs = 180 * 86_400_000;

/** All topics with questions in a period, unordered: one count per topic. */
export async function countTopics(
  store: Store,
  { projectId, from = 0, to = Number.MAX_SAFE_INTEGER }: TimeRange & { projectId: string },
): Promise<TopicCount[]> {
  // Of a long period, questions are read in the order of their topics, as sorting them costs more. The sum keeps the
  // databases from using the index of times.
  const createdAt = to - from < longMs ? sql.ref<number>('createdAt') : sql<number>`"createdAt" + 0`;
  const rows = await store.db
    .selectFrom('gapTurns')
    .select(['gapId', 'status', sql<number>`count(*)`.as('count')])
    .where('projectId', '=', projectId)
    .where(createdAt, '>=', from)
    .where(createdAt, '<', to)
    .groupBy(['gapId', 'status'])
    .execute();
  const topics = new Map<string, TopicCount>();
  for (const { gapId: id, status, count } of rows) {
    const topic = topics.get(id) ?? { id, count: 0, answered: 0, partial: 0, unanswered: 0, failed: 0 };
    topic.count += count;
    topic[status] += count;
    topics.set(id, topic);
  }
  return [...topics.values()];
}

/** The number of questions about some topics in a period. */
export async function countAsked(
  store: Store,
  by: TimeRange & { topicIds: string[] },
): Promise<Map<string, number>> {
  if (by.topicIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('gapTurns')
    .select(['gapId', sql<number>`count(*)`.as('count')])
    .where('gapId', 'in', by.topicIds)
    .where((is) => is.and(inRange(is, by)))
    .groupBy('gapId')
    .execute();
  return new Map(rows.map(({ gapId, count }) => [gapId, count]));
}

/** The ratings of answers about some topics in a period. */
export async function countTopicFeedback(
  store: Store,
  by: TimeRange & { projectId: string; topicIds: string[] },
): Promise<Map<string, { helpful: number; unhelpful: number }>> {
  if (by.topicIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('feedback')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'feedback.projectId')
        .onRef('turns.messageId', '=', 'feedback.messageId'),
    )
    .innerJoin('gapTurns', 'gapTurns.turnId', 'turns.id')
    .select(['gapTurns.gapId', sql<number>`sum(helpful)`.as('helpful'), sql<number>`count(*)`.as('all')])
    .where('feedback.projectId', '=', by.projectId)
    .where('gapTurns.gapId', 'in', by.topicIds)
    .$if(by.from !== undefined, (query) => query.where('feedback.createdAt', '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where('feedback.createdAt', '<', by.to!))
    .groupBy('gapTurns.gapId')
    .execute();
  return new Map(
    rows.map(({ gapId, helpful, all }) => [gapId, { helpful, unhelpful: all - helpful }] as const),
  );
}

export async function listTopicsById(store: Store, ids: string[]): Promise<Topic[]> {
  if (ids.length === 0) return [];
  return (await store.db.selectFrom('gaps').selectAll().where('id', 'in', ids).execute()).map(toTopic);
}

/** The status that people see: `in_progress` from the start of a gap's job to the proof. */
export type GapStatus = Topic['status'] | 'in_progress';

const isUnderWay = sql`exists (select 1 from "gapLoops"
  where "gapLoops"."gapId" = gaps.id and "gapLoops".state in (${sql.join(gapStatesUnderWay)}))`;

function hasStatus(status: GapStatus) {
  if (status === 'in_progress') return sql<boolean>`gaps.status = 'open' and ${isUnderWay}`;
  return status === 'open'
    ? sql<boolean>`gaps.status = 'open' and not ${isUnderWay}`
    : sql<boolean>`gaps.status = ${status}`;
}

/** Topics with unanswered questions, those with the most first. */
export async function pageOfGaps(
  store: Store,
  by: { projectId: string; status: GapStatus },
  { limit, after }: PageRequest<TopicPosition>,
): Promise<Paged<Topic, TopicPosition>> {
  const rows = await store.db
    .selectFrom('gaps')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where(hasStatus(by.status))
    .where('unanswered', '>', 0)
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('unanswered', 'id'), '<', is.tuple(after!.count, after!.id))),
    )
    .orderBy('unanswered', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toTopic), limit, ({ unanswered, id }) => ({ count: unanswered, id }));
}

export async function countGaps(store: Store, by: { projectId: string; status: GapStatus }): Promise<number> {
  const { count } = await store.db
    .selectFrom('gaps')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('projectId', '=', by.projectId)
    .where(hasStatus(by.status))
    .where('unanswered', '>', 0)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of questions about some topics in each of equal parts of a period; empty parts are left out. */
export async function countTopicTrends(
  store: Store,
  by: Required<TimeRange> & { topicIds: string[]; parts: number },
): Promise<{ gapId: string; part: number; count: number }[]> {
  if (by.topicIds.length === 0) return [];
  const length = Math.ceil((by.to - by.from) / by.parts);
  // Integer literals: a parameter may be bound as a fraction, and then every time is a group of its own.
  const part = sql<number>`("createdAt" - ${sql.lit(by.from)}) / ${sql.lit(length)}`;
  return await store.db
    .selectFrom('gapTurns')
    .select(['gapId', part.as('part'), sql<number>`count(*)`.as('count')])
    .where('gapId', 'in', by.topicIds)
    .where((is) => is.and(inRange(is, by)))
    .groupBy(['gapId', part])
    .execute();
}

/** The newest questions of some topics, newest first, so many of each, with the protocols that they came in by. */
export async function listNewestQuestions(
  store: Store,
  topicIds: string[],
  each: number,
): Promise<{ gapId: string; question: string; after: string | null; protocol: string }[]> {
  if (topicIds.length === 0) return [];
  const newest = sql`select "turnId", "gapId", "afterTurnId", "createdAt" from "gapTurns"
    where "gapTurns"."gapId" = gaps.id order by "createdAt" desc limit ${each}`;
  const ids = sql.join(topicIds);
  // SQLite knows no lateral join; PostgreSQL would compare the list with every row.
  const asked =
    store.kind === 'postgres'
      ? sql`gaps cross join lateral (${newest}) as asked`
      : sql`gaps join "gapTurns" as asked on asked."turnId" in (select "turnId" from (${newest}))`;
  const { rows } = await sql<{ gapId: string; question: string; after: string | null; protocol: string }>`
    select asked."gapId", turns.question, before.question as after, turns.protocol
    from ${asked} join turns on turns.id = asked."turnId" left join turns as before on before.id = asked."afterTurnId"
    where gaps.id in (${ids}) order by asked."createdAt" desc`.execute(store.db);
  return rows;
}

/** The questions that label some topics, by the turn's id. */
export async function listQuestions(store: Store, turnIds: string[]): Promise<Map<string, string>> {
  if (turnIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('turns')
    .select(['id', 'question'])
    .where('id', 'in', turnIds)
    .execute();
  return new Map(rows.map(({ id, question }) => [id, question]));
}

function inRange(is: ExpressionBuilder<Tables, 'gapTurns'>, { from, to }: TimeRange) {
  return [
    ...(from === undefined ? [] : [is('createdAt', '>=', from)]),
    ...(to === undefined ? [] : [is('createdAt', '<', to)]),
  ];
}
