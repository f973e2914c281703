import { type ExpressionBuilder, sql } from 'kysely';
import { type Paged, type PageRequest, type TimeRange, toPage } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { type Topic, toTopic } from './topics.ts';

/** What was asked about a topic in a time. */
export type TopicCount = {
  id: string;
  count: number;
  answered: number;
  partial: number;
  unanswered: number;
  failed: number;
};

export type TopicOrder = 'count' | 'unanswered';

/** A list of topics goes on after this one. */
export type TopicPosition = { count: number; id: string };

const sumOf = (status: string) => sql<number>`sum(case when status = ${status} then 1 else 0 end)`;
const withoutAnswer = sql<number>`sum(case when status in ('unanswered', 'partial') then 1 else 0 end)`;

/** What was asked about in a time, most first. */
export async function pageOfTopics(
  store: Store,
  by: TimeRange & { projectId: string; order: TopicOrder },
  { limit, after }: PageRequest<TopicPosition>,
): Promise<Paged<TopicCount, TopicPosition>> {
  const shown = by.order === 'count' ? sql<number>`count(*)` : withoutAnswer;
  const rows = await store.db
    .selectFrom('gapTurns')
    .select(['gapId as id', sql<number>`count(*)`.as('count'), shown.as('shown')])
    .select([sumOf('answered').as('answered'), sumOf('partial').as('partial')])
    .select([sumOf('unanswered').as('unanswered'), sumOf('failed').as('failed')])
    .where('projectId', '=', by.projectId)
    .where((is) => is.and(inRange(is, by)))
    .groupBy('gapId')
    .$if(after !== undefined, (query) =>
      query.having((is) =>
        is.or([
          is(shown, '<', after!.count),
          is.and([is(shown, '=', after!.count), is('gapId', '<', after!.id)]),
        ]),
      ),
    )
    .orderBy(shown, 'desc')
    .orderBy('gapId', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toPage(rows, limit, (row) => ({ count: row.shown, id: row.id }));
  return { ...page, rows: page.rows.map(({ shown: _, ...row }) => row) };
}

/** How many topics were asked about in a time. */
export async function countTopicsAsked(store: Store, by: TimeRange & { projectId: string }): Promise<number> {
  const { count } = await store.db
    .selectFrom('gapTurns')
    .select(sql<number>`count(distinct "gapId")`.as('count'))
    .where('projectId', '=', by.projectId)
    .where((is) => is.and(inRange(is, by)))
    .executeTakeFirstOrThrow();
  return count;
}

/** How often some topics were asked about in a time. */
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

/** What people thought of the answers about some topics, in a time. */
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

/** As people see it: `in_progress` from the start of a gap's job to the proof. */
export type GapStatus = Topic['status'] | 'in_progress';

const isUnderWay = sql`exists (select 1 from "gapLoops"
  where "gapLoops"."gapId" = gaps.id and "gapLoops".state in ('working', 'merged'))`;

function hasStatus(status: GapStatus) {
  if (status === 'in_progress') return sql<boolean>`gaps.status = 'open' and ${isUnderWay}`;
  return status === 'open'
    ? sql<boolean>`gaps.status = 'open' and not ${isUnderWay}`
    : sql<boolean>`gaps.status = ${status}`;
}

/** Topics with questions that were not answered, most of them first. */
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

/** When the questions of some topics were asked, since a time, and whether they were answered. */
export async function listTopicTimes(
  store: Store,
  topicIds: string[],
  since: number,
): Promise<{ gapId: string; createdAt: number; status: string }[]> {
  if (topicIds.length === 0) return [];
  return await store.db
    .selectFrom('gapTurns')
    .select(['gapId', 'createdAt', 'status'])
    .where('gapId', 'in', topicIds)
    .where('createdAt', '>=', since)
    .execute();
}

/** By which protocols the questions of some topics came in: `v1`, `v2`, `mcp` … */
export async function listTopicOrigins(
  store: Store,
  topicIds: string[],
): Promise<{ gapId: string; origin: string }[]> {
  if (topicIds.length === 0) return [];
  return await store.db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .select(['gapTurns.gapId', 'turns.protocol as origin'])
    .distinct()
    .where('gapTurns.gapId', 'in', topicIds)
    .execute();
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
