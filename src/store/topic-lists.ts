import { type ExpressionBuilder, sql } from 'kysely';
import { gapStatesUnderWay } from '../lib/gap-loop-state.ts';
import type { TimeRange } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { type Topic, toTopic } from './topics.ts';
import { type WholeMonths, wholeMonths } from './whole-months.ts';

/** The questions about a topic in a period. */
export type TopicCount = {
  id: string;
  count: number;
  answered: number;
  partial: number;
  unanswered: number;
  failed: number;
};

/** All topics with questions in a period, or some of them, unordered: one count per topic. */
export async function countTopics(
  store: Store,
  { from = 0, to = Number.MAX_SAFE_INTEGER, ...of }: TimeRange & OfTopics,
): Promise<TopicCount[]> {
  const months = wholeMonths({ from, to });
  const parts =
    months === null
      ? [await sumQuestions(store, { ...of, from, to })]
      : await Promise.all([
          sumMonths(store, { ...of, ...months }),
          ...months.around.map((time) => sumQuestions(store, { ...of, ...time })),
        ]);
  const topics = new Map<string, TopicCount>();
  for (const { gapId: id, ...sums } of parts.flat()) {
    const topic = topics.get(id) ?? { id, count: 0, answered: 0, partial: 0, unanswered: 0, failed: 0 };
    for (const status of statuses) {
      topic[status] += sums[status];
      topic.count += sums[status];
    }
    topics.set(id, topic);
  }
  return [...topics.values()].filter(({ count }) => count > 0);
}

type OfTopics = { projectId: string; ids?: string[] };

const statuses = ['answered', 'partial', 'unanswered', 'failed'] as const;

type StatusSums = { gapId: string } & Record<(typeof statuses)[number], number>;

async function sumQuestions(
  { db }: Store,
  { projectId, ids, from, to }: Required<TimeRange> & OfTopics,
): Promise<StatusSums[]> {
  return await db
    .selectFrom('gapTurns')
    .select('gapId')
    .select(statuses.map((is) => sql<number>`count(case when status = ${sql.lit(is)} then 1 end)`.as(is)))
    .where('projectId', '=', projectId)
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .$if(ids !== undefined, (query) => query.where('gapId', 'in', ids!))
    .groupBy('gapId')
    .execute();
}

async function sumMonths(
  { db }: Store,
  { projectId, ids, first, last }: Pick<WholeMonths, 'first' | 'last'> & OfTopics,
): Promise<StatusSums[]> {
  return await db
    .selectFrom('topicMonths')
    .select('gapId')
    .select(statuses.map((status) => sql<number>`sum(${sql.ref(status)})`.as(status)))
    .where('projectId', '=', projectId)
    .where('month', '>=', first)
    .where('month', '<=', last)
    .$if(ids !== undefined, (query) => query.where('gapId', 'in', ids!))
    .groupBy('gapId')
    .execute();
}

/** The ratings of answers about each topic in a period. */
export async function countTopicFeedback(
  { db }: Store,
  { projectId, from, to }: Required<TimeRange> & { projectId: string },
): Promise<Map<string, { helpful: number; unhelpful: number }>> {
  const rows = await db
    .selectFrom('feedback')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'feedback.projectId')
        .onRef('turns.messageId', '=', 'feedback.messageId'),
    )
    .innerJoin('gapTurns', 'gapTurns.turnId', 'turns.id')
    .select(['gapTurns.gapId', sql<number>`sum(helpful)`.as('helpful'), sql<number>`count(*)`.as('all')])
    .where('feedback.projectId', '=', projectId)
    .where('feedback.createdAt', '>=', from)
    .where('feedback.createdAt', '<', to)
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

/** What the gaps of one status are sorted by. */
type GapCount = Pick<Topic, 'id' | 'count' | 'unanswered' | 'lastAskedAt'>;

/** All gaps of one status, unordered: topics with unanswered questions. */
export async function countGaps(
  { db }: Store,
  by: { projectId: string; status: GapStatus },
): Promise<GapCount[]> {
  return await db
    .selectFrom('gaps')
    .select(['id', 'count', 'unanswered', 'lastAskedAt'])
    .where('projectId', '=', by.projectId)
    .where(hasStatus(by.status))
    .where('unanswered', '>', 0)
    .execute();
}

/** The number of questions about some topics in each of equal parts of a period; empty parts are left out. `asGaps`:
 * those without a full answer. */
export async function countTopicTrends(
  store: Store,
  by: Required<TimeRange> & { topicIds: string[]; parts: number; asGaps: boolean },
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
    .$if(by.asGaps, (query) => query.where('status', 'in', ['unanswered', 'partial']))
    .groupBy(['gapId', part])
    .execute();
}

/**
 * The newest questions of some topics, newest first, so many of each, with the protocols that they came in by.
 * `asGaps`: those without a full answer.
 */
export async function listNewestQuestions(
  store: Store,
  topicIds: string[],
  { each, asGaps }: { each: number; asGaps: boolean },
): Promise<{ gapId: string; question: string; after: string | null; protocol: string }[]> {
  if (topicIds.length === 0) return [];
  const newest = sql`select "turnId", "gapId", "afterTurnId", "createdAt" from "gapTurns"
    where "gapTurns"."gapId" = gaps.id ${asGaps ? sql`and status in ('unanswered', 'partial')` : sql``} order by "createdAt" desc limit ${each}`;
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
