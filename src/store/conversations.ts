import { type ExpressionBuilder, sql } from 'kysely';
import { postgresTurnText, type ThreadSummary } from './analytics-tables.ts';
import { type PageRequest, type Paged, type TimeRange, toPage } from './paging.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';
import { toTurn, type Turn } from './turns.ts';

/** A thread as lists show it. */
export type Conversation = ThreadSummary & {
  threadId: string;
  fp: string;
  createdAt: number;
  updatedAt: number;
};

export type ConversationFilter = TimeRange & {
  projectId: string;
  status?: Turn['status'] | undefined;
  feedback?: 'helpful' | 'unhelpful' | 'any' | undefined;
  fp?: string | undefined;
  /** Words that a question or answer begins a word with. */
  words?: string[] | undefined;
};

/** Conversations, last used first. */
export async function listConversations(
  store: Store,
  filter: ConversationFilter,
  { limit, after }: PageRequest,
): Promise<Paged<Conversation>> {
  const rows = await store.db
    .selectFrom('threads')
    .select(columns)
    .where('projectId', '=', filter.projectId)
    .where('turns', '>', 0)
    .where((is) => is.and(conditions(store, filter, is)))
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('updatedAt', 'id'), '<', is.tuple(after!.at, after!.id))),
    )
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, ({ updatedAt, threadId }) => ({ at: updatedAt, id: threadId }));
}

/** The most that a count says; beyond it a list is just long. */
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

/** The conversations that were used just before and just after one. */
export async function findNeighbours(
  store: Store,
  { projectId, threadId, updatedAt }: { projectId: string; threadId: string; updatedAt: number },
): Promise<{ older: string | null; newer: string | null }> {
  const near = async (sign: '<' | '>') => {
    const row = await store.db
      .selectFrom('threads')
      .select('id')
      .where('projectId', '=', projectId)
      .where('turns', '>', 0)
      .where((is) => is(is.refTuple('updatedAt', 'id'), sign, is.tuple(updatedAt, threadId)))
      .orderBy('updatedAt', sign === '<' ? 'desc' : 'asc')
      .orderBy('id', sign === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  };
  return { older: await near('<'), newer: await near('>') };
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

/** A project's turns, newest first. */
export async function pageOfTurns(
  store: Store,
  { projectId, from, to }: TimeRange & { projectId: string },
  { limit, after }: PageRequest,
): Promise<Paged<Turn>> {
  const rows = await store.db
    .selectFrom('turns')
    .selectAll()
    .where('projectId', '=', projectId)
    .$if(from !== undefined, (query) => query.where('createdAt', '>=', from!))
    .$if(to !== undefined, (query) => query.where('createdAt', '<', to!))
    .$if(after !== undefined, (query) =>
      query.where((is) => is(is.refTuple('createdAt', 'id'), '<', is.tuple(after!.at, after!.id))),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows.map(toTurn), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}

/** Who asked, how often. */
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
] as const;

function conditions(store: Store, filter: ConversationFilter, is: ExpressionBuilder<Tables, 'threads'>) {
  const { status, feedback, fp, from, to, words } = filter;
  return [
    ...(from === undefined ? [] : [is('updatedAt', '>=', from)]),
    ...(to === undefined ? [] : [is('updatedAt', '<', to)]),
    ...(fp === undefined ? [] : [is('fp', '=', fp)]),
    // Literal zeros: with parameters the databases could not tell that an index of just these rows will do.
    ...(status === undefined ? [] : [statusCondition(status)]),
    ...(feedback === undefined ? [] : [feedbackCondition(feedback)]),
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

/** @param words letters and digits only, so they are plain words in both query languages */
function threadsWithWords(store: Store, projectId: string, words: string[]) {
  if (store.kind === 'postgres') {
    const query = words.map((word) => `${word}:*`).join(' & ');
    return sql<string>`(select "threadId" from turns
      where "projectId" = ${projectId} and ${sql.raw(postgresTurnText)} @@ to_tsquery('simple', ${query}))`;
  }
  const query = words.map((word) => `"${word}"*`).join(' ');
  // The plus keeps SQLite from walking through the project's turns by their index on it: the words come first.
  return sql<string>`(select turns."threadId" from "turnTexts" join turns on turns.nth = "turnTexts".rowid
    where "turnTexts" match ${query} and +turns."projectId" = ${projectId})`;
}
