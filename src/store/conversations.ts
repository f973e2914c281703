import { type ExpressionBuilder, sql } from 'kysely';
import { postgresTurnText, type ThreadSummary } from './analytics-tables.ts';
import { pageByTime, type PageRequest, type Paged, type TimeRange, toPage } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { toTurn, type Turn } from './turns.ts';

/** A thread as lists show it. */
export type Conversation = ThreadSummary & {
  threadId: string;
  /** The organization's review of it. */
  note: string;
  reviewedAt: number | null;
  fp: string;
  createdAt: number;
  updatedAt: number;
};

export type ConversationFilter = TimeRange & {
  projectId: string;
  /** Conversations with any of these. */
  statuses?: readonly Turn['status'][] | undefined;
  feedback?: 'helpful' | 'unhelpful' | 'any' | undefined;
  fp?: string | undefined;
  /** Held in this channel. */
  channel?: string | undefined;
  /** Prefixes of words in a question or answer. */
  words?: string[] | undefined;
  reviewed?: boolean | undefined;
  /** The address of a page that was found for a question or cited by an answer. */
  page?: { url: string; cited: boolean } | undefined;
  /** The topic of one of its questions. */
  topicId?: string | undefined;
};

/** The order of a list of conversations: by the last use, or the most of something first. */
export type ConversationOrder = 'recent' | 'oldest' | 'turns' | 'unanswered' | 'unhelpful' | 'cost';

const byUse = ['updatedAt', 'id'] as const;
const sortColumns = {
  recent: byUse,
  oldest: byUse,
  turns: ['turns', ...byUse],
  unanswered: ['unanswered', ...byUse],
  unhelpful: ['unhelpful', ...byUse],
  cost: ['costMicros', ...byUse],
} as const;

/** The position where the list continues: the values that a conversation is sorted by. */
export type ConversationPlace = (number | string)[];

function placeOf(conversation: Conversation, order: ConversationOrder): ConversationPlace {
  return sortColumns[order].map((column) => (column === 'id' ? conversation.threadId : conversation[column]));
}

/** One page of a list of conversations, or with `before` those before a place, the nearest first. */
function inOrder(
  store: Store,
  filter: ConversationFilter & { order?: ConversationOrder | undefined },
  { limit, after, before }: PageRequest<ConversationPlace> & { before?: ConversationPlace },
) {
  const { order = 'recent' } = filter;
  const isFalling = (order !== 'oldest') === (before === undefined);
  const sorted = sql.join(sortColumns[order].map((column) => sql.ref(column)));
  const place = before ?? after;
  const comes = sql.raw(isFalling ? '<' : '>');
  const direction = sql.raw(isFalling ? 'desc' : 'asc');
  return store.db
    .selectFrom('threads')
    .select(columns)
    .where('projectId', '=', filter.projectId)
    .where('turns', '>', 0)
    .where((is) => is.and(conditions(store, filter, is)))
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(${sorted}) ${comes} (${sql.join(place!)})`),
    )
    .orderBy(sql`${sql.join(sortColumns[order].map((column) => sql`${sql.ref(column)} ${direction}`))}`)
    .limit(limit);
}

/** Conversations, by default the most recently used first. */
export async function listConversations(
  store: Store,
  filter: ConversationFilter & { order?: ConversationOrder | undefined },
  { limit, after }: PageRequest<ConversationPlace>,
): Promise<Paged<Conversation, ConversationPlace>> {
  const rows = await inOrder(store, filter, { limit: limit + 1, after }).execute();
  return toPage(rows, limit, (conversation) => placeOf(conversation, filter.order ?? 'recent'));
}

/** The highest exact count. */
const maxCounted = 10_000;

/** How many conversations match, at most 10,000. */
export async function countConversations(store: Store, filter: ConversationFilter): Promise<number> {
  const { count } = await store.db
    .selectFrom((from) =>
      from
        .selectFrom('threads')
        .select('id')
        .where('projectId', '=', filter.projectId)
        .where('turns', '>', 0)
        .where((is) => is.and(conditions(store, filter, is)))
        .limit(maxCounted)
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The conversations that follow and precede one in a list. */
export async function findNeighbours(
  store: Store,
  conversation: Conversation,
  filter: ConversationFilter & { order?: ConversationOrder | undefined },
): Promise<{ older: string | null; newer: string | null }> {
  const place = placeOf(conversation, filter.order ?? 'recent');
  const following = await inOrder(store, filter, { limit: 1, after: place }).executeTakeFirst();
  const preceding = await inOrder(store, filter, { limit: 1, before: place }).executeTakeFirst();
  return { older: following?.threadId ?? null, newer: preceding?.threadId ?? null };
}

export async function findConversation(
  store: Store,
  by: { projectId: string; threadId: string },
): Promise<Conversation | undefined> {
  return await store.db
    .selectFrom('threads')
    .select(columns)
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.threadId)
    .executeTakeFirst();
}

/** Stores a review of a conversation. @returns whether the conversation exists */
export async function reviewConversation(
  store: Store,
  by: { projectId: string; threadId: string },
  { note, reviewed }: { note?: string | undefined; reviewed?: boolean | undefined },
): Promise<boolean> {
  const reviewedAt = reviewed === true ? await store.now() : null;
  const { numUpdatedRows } = await store.db
    .updateTable('threads')
    .set((of) => ({
      note: note ?? of.ref('note'),
      reviewedAt: reviewed === undefined ? of.ref('reviewedAt') : reviewedAt,
    }))
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.threadId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A project's turns, newest first. */
export async function pageOfTurns(
  store: Store,
  { projectId, from, to }: TimeRange & { projectId: string },
  page: PageRequest,
): Promise<Paged<Turn>> {
  const query = store.db
    .selectFrom('turns')
    .selectAll()
    .where('projectId', '=', projectId)
    .$if(from !== undefined, (query) => query.where('createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('createdAt', '<', to!));
  const { rows, next } = await pageByTime(query, page, { direction: 'desc', at: 'createdAt', id: 'id' });
  return { rows: rows.map(toTurn), next };
}

/** The most frequent askers with their counts. */
export async function countCallers(
  store: Store,
  { projectId, from, to }: TimeRange & { projectId: string },
): Promise<{ caller: Turn['caller']; count: number }[]> {
  return await store.db
    .selectFrom('turns')
    .select(({ fn }) => ['caller', fn.countAll<number>().as('count')])
    .where('projectId', '=', projectId)
    .$if(from !== undefined, (query) => query.where('createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('createdAt', '<', to!))
    .groupBy('caller')
    .execute();
}

const columns = [
  'id as threadId',
  'question',
  'turns',
  'partial',
  'unanswered',
  'failed',
  'helpful',
  'unhelpful',
  'costMicros',
  'fp',
  'createdAt',
  'updatedAt',
  'note',
  'reviewedAt',
] as const;

function conditions(store: Store, filter: ConversationFilter, is: ExpressionBuilder<Tables, 'threads'>) {
  const { statuses, feedback, fp, channel, from, to, words, reviewed, page, topicId } = filter;
  return [
    ...(from === undefined ? [] : [is('updatedAt', '>=', from)]),
    ...(to === undefined ? [] : [is('updatedAt', '<', to)]),
    ...(fp === undefined ? [] : [is('fp', '=', fp)]),
    ...(channel === undefined ? [] : [is(sql`substr(id, 1, ${channel.length + 1})`, '=', `${channel}:`)]),
    // Literal zeros: a partial index is used only when its condition is a literal in the query.
    ...(statuses === undefined ? [] : [is.or(statuses.map(statusCondition))]),
    ...(feedback === undefined ? [] : [feedbackCondition(feedback)]),
    ...(reviewed === undefined ? [] : [is('reviewedAt', reviewed ? 'is not' : 'is', null)]),
    ...(page === undefined ? [] : [is('id', 'in', threadsWithPage(store, filter.projectId, page))]),
    ...(topicId === undefined ? [] : [is('id', 'in', threadsAbout(store, filter.projectId, topicId))]),
    ...(words === undefined || words.length === 0
      ? []
      : [is('id', 'in', threadsWithWords(store, filter.projectId, words))]),
  ];
}

function statusCondition(status: Turn['status']) {
  if (status === 'answered') return sql<boolean>`partial = 0 and unanswered = 0 and failed = 0`;
  return sql<boolean>`${sql.ref(status)} > 0`;
}

function feedbackCondition(feedback: 'helpful' | 'unhelpful' | 'any') {
  if (feedback === 'any') return sql<boolean>`(helpful > 0 or unhelpful > 0)`;
  return sql<boolean>`${sql.ref(feedback)} > 0`;
}

/** How many of the newest answers a filter by page, topic or (on SQLite) words considers. */
const maxLookedUp = 20_000;

function threadsWithPage(
  { db }: Store,
  projectId: string,
  { url, cited }: NonNullable<ConversationFilter['page']>,
) {
  return db
    .selectFrom('turnPages')
    .select('threadId')
    .where('projectId', '=', projectId)
    .where('url', '=', url)
    .$if(cited, (query) => query.where('cited', '=', 1))
    .orderBy('createdAt', 'desc')
    .limit(maxLookedUp);
}

function threadsAbout({ db }: Store, projectId: string, topicId: string) {
  return db
    .selectFrom('gapTurns')
    .innerJoin('turns', 'turns.id', 'gapTurns.turnId')
    .select('turns.threadId')
    .where('gapTurns.gapId', '=', topicId)
    .where('gapTurns.projectId', '=', projectId)
    .orderBy('gapTurns.createdAt', 'desc')
    .limit(maxLookedUp);
}

/** @param words letters and digits only, so that both query languages read them as plain words */
function threadsWithWords(store: Store, projectId: string, words: string[]) {
  if (store.kind === 'postgres') {
    const query = words.map((word) => `${word}:*`).join(' & ');
    return sql<string>`(select "threadId" from turns
      where "projectId" = ${projectId} and ${sql.raw(postgresTurnText)} @@ to_tsquery('simple', ${query}))`;
  }
  const query = words.map((word) => `"${word}"*`).join(' ');
  // The plus keeps SQLite from scanning the project's turns by their index: the full-text search must come first.
  return sql<string>`(select "threadId" from (
    select turns."threadId" from "turnTexts" join turns on turns.nth = "turnTexts".rowid
    where "turnTexts" match ${query} and +turns."projectId" = ${projectId}
    order by "turnTexts".rowid desc limit ${sql.lit(maxLookedUp)}))`;
}
