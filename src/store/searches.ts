import { sql } from 'kysely';
import { type PageRequest, type Paged, type TimeRange, toPage } from './paging.ts';
import { clock, type Store } from './store.ts';
import { writeTogether } from './together.ts';
import { usageQuery } from './usage.ts';

/** One search and its result. */
type SearchRecord = {
  id: string;
  projectId: string;
  query: string;
  resultCount: number;
  /** 0–1, the score of the best result; null when there was none. */
  topScore: number | null;
  /** The subject of the reader token; null without one. */
  fp: string | null;
  createdAt: number;
};

/** Stores a search and counts it in the day's usage. The time defaults to the database's clock. */
export async function addSearch(
  store: Store,
  search: Omit<SearchRecord, 'fp' | 'createdAt'> & Partial<SearchRecord>,
): Promise<void> {
  const at = search.createdAt ?? (store.kind === 'sqlite' ? Date.now() : clock(store));
  const searchesWithoutResults = Number(search.resultCount === 0);
  await writeTogether(store, (writing) => [
    writing.db.insertInto('searches').values({ ...search, createdAt: at }),
    usageQuery(writing, search.projectId, at, { searches: 1, searchesWithoutResults }),
  ]);
}

/** The newest searches of a project, newest first. */
export async function listSearches(
  store: Store,
  by: { projectId: string; limit: number },
): Promise<Omit<SearchRecord, 'fp'>[]> {
  return await store.db
    .selectFrom('searches')
    .select(['id', 'projectId', 'query', 'resultCount', 'topScore', 'createdAt'])
    .where('projectId', '=', by.projectId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
}

/** A literal, so that the partial index is used. */
const foundNothing = sql<boolean>`"resultCount" = 0`;

/** Searches without results have an index in the order of their texts; the sum keeps the databases from others. */
const searchedAt = ({ onlyWithoutResults }: { onlyWithoutResults: boolean }) =>
  onlyWithoutResults ? sql<number>`"createdAt" + 0` : sql.ref<number>('createdAt');

/** A text that people searched for, and its frequency. */
export type SearchTerm = { query: string; count: number; withoutResults: number; lastSearchedAt: number };

/** The position where the list of terms continues. */
type TermPosition = { count: number; query: string };

/** The most frequent search texts; optionally only those that found nothing. */
export async function listSearchTerms(
  store: Store,
  by: TimeRange & { projectId: string; onlyWithoutResults: boolean },
  { limit, after }: PageRequest<TermPosition>,
): Promise<Paged<SearchTerm, TermPosition>> {
  const count = sql<number>`count(*)`;
  const withoutResults = by.onlyWithoutResults
    ? count
    : sql<number>`sum(case when "resultCount" = 0 then 1 else 0 end)`;
  const rows = await store.db
    .selectFrom('searches')
    .select(({ fn }) => [
      'query',
      count.as('count'),
      withoutResults.as('withoutResults'),
      fn.max('createdAt').as('lastSearchedAt'),
    ])
    .where('projectId', '=', by.projectId)
    .$if(by.from !== undefined, (query) => query.where(searchedAt(by), '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where(searchedAt(by), '<', by.to!))
    .$if(by.onlyWithoutResults, (query) => query.where(foundNothing))
    .groupBy('query')
    .$if(after !== undefined, (query) =>
      query.having((is) =>
        is.or([
          is(count, '<', after!.count),
          is.and([is(count, '=', after!.count), is('query', '>', after!.query)]),
        ]),
      ),
    )
    .orderBy(count, 'desc')
    .orderBy('query')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => ({
    count: row.count,
    query: row.query,
  }));
}

/** The number of different search texts; optionally only of those that found nothing. */
export async function countSearchTerms(
  store: Store,
  by: TimeRange & { projectId: string; onlyWithoutResults: boolean },
): Promise<number> {
  const { count } = await store.db
    .selectFrom('searches')
    .select(sql<number>`count(distinct query)`.as('count'))
    .where('projectId', '=', by.projectId)
    .$if(by.from !== undefined, (query) => query.where(searchedAt(by), '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where(searchedAt(by), '<', by.to!))
    .$if(by.onlyWithoutResults, (query) => query.where(foundNothing))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of searches. */
export async function countSearches(store: Store, by: TimeRange & { projectId: string }): Promise<number> {
  const { count } = await store.db
    .selectFrom('searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('projectId', '=', by.projectId)
    .$if(by.from !== undefined, (query) => query.where('createdAt', '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where('createdAt', '<', by.to!))
    .executeTakeFirstOrThrow();
  return count;
}
