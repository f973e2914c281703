import { sql } from 'kysely';
import { type PageRequest, type Paged, type TimeRange, toPage } from './paging.ts';
import { clock, type Store } from './store.ts';
import { writeBatch } from './batch.ts';
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
  await writeBatch(store, (writing) => [
    writing.db.insertInto('searches').values({ ...search, createdAt: at }),
    usageQuery(writing, search.projectId, at, { searches: 1, searchesWithoutResults }),
  ]);
}

/** A literal, so that the partial index is used. */
const foundNothing = sql<boolean>`"resultCount" = 0`;

/** Searches without results have an index in the order of their texts; the sum keeps the databases from others. */
const searchedAt = ({ onlyWithoutResults }: { onlyWithoutResults: boolean }) =>
  onlyWithoutResults ? sql<number>`"createdAt" + 0` : sql.ref<number>('createdAt');

/** A text that people searched for, and its frequency. */
export type SearchTerm = { query: string; count: number; withoutResults: number; lastSearchedAt: number };

/** The order of a list of search texts: the highest first, or by the text itself. */
export type TermOrder = 'count' | 'withoutResults' | 'recent' | 'query';

/** The position where the list of terms continues; `value` is what they are sorted by. */
export type TermPlace = { value: number; query: string };

/** Search texts; optionally only those that found nothing. */
export async function listSearchTerms(
  store: Store,
  by: TimeRange & { projectId: string; onlyWithoutResults: boolean; order?: TermOrder },
  { limit, after }: PageRequest<TermPlace>,
): Promise<Paged<SearchTerm, TermPlace>> {
  const count = sql<number>`count(*)`;
  const lastSearchedAt = sql<number>`max("createdAt")`;
  const withoutResults = by.onlyWithoutResults
    ? count
    : sql<number>`sum(case when "resultCount" = 0 then 1 else 0 end)`;
  const value = { count, withoutResults, recent: lastSearchedAt, query: sql<number>`0` }[by.order ?? 'count'];
  const rows = await store.db
    .selectFrom('searches')
    .select([
      'query',
      count.as('count'),
      withoutResults.as('withoutResults'),
      lastSearchedAt.as('lastSearchedAt'),
      value.as('value'),
    ])
    .where('projectId', '=', by.projectId)
    .$if(by.from !== undefined, (query) => query.where(searchedAt(by), '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where(searchedAt(by), '<', by.to!))
    .$if(by.onlyWithoutResults, (query) => query.where(foundNothing))
    .groupBy('query')
    .$if(after !== undefined, (query) =>
      query.having((is) =>
        is.or([
          is(value, '<', after!.value),
          is.and([is(value, '=', after!.value), is('query', '>', after!.query)]),
        ]),
      ),
    )
    .orderBy('value', 'desc')
    .orderBy('query')
    .limit(limit + 1)
    .execute();
  const { rows: shown, next } = toPage(rows, limit, ({ value, query }) => ({ value, query }));
  return { rows: shown.map(({ value: _, ...term }) => term), next };
}

/** How often some texts were searched for in a period. */
export async function countSearched(
  store: Store,
  by: TimeRange & { projectId: string; onlyWithoutResults: boolean; queries: string[] },
): Promise<Map<string, number>> {
  if (by.queries.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('searches')
    .select(['query', sql<number>`count(*)`.as('count')])
    .where('projectId', '=', by.projectId)
    .where('query', 'in', by.queries)
    .$if(by.from !== undefined, (query) => query.where(searchedAt(by), '>=', by.from!))
    .$if(by.to !== undefined, (query) => query.where(searchedAt(by), '<', by.to!))
    .$if(by.onlyWithoutResults, (query) => query.where(foundNothing))
    .groupBy('query')
    .execute();
  return new Map(rows.map(({ query, count }) => [query, count]));
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
