import { type SelectQueryBuilder, sql } from 'kysely';

/** The position where a list continues: after the row with this sort value and id. */
export type Position = { at: number; id: string };

/** One page of a list; `next` is null on the last one. */
export type Paged<Row, Place = Position> = { rows: Row[]; next: Place | null };

/** One page of a list, and how many rows all its pages have. */
export type CountedPage<Row, Place = Position> = Paged<Row, Place> & { total: number };

/**
 * The page to read: `after` is the `next` of the previous page, and `total` what that one counted: a file of a million rows
 * would count them a thousand times.
 */
export type PageRequest<Place = Position> = {
  limit: number;
  after?: Place | undefined;
  total?: number | undefined;
};

/** Inclusive from, exclusive to; milliseconds since 1970. */
export type TimeRange = { from?: number | undefined; to?: number | undefined };

/** Removes the extra row that only shows whether there is a next page. */
export function toPage<Row, Place>(
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Paged<Row, Place> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? placeOf(last) : null };
}

type Timed = { createdAt: number; id: string };
type Direction = 'asc' | 'desc';

/** One page of a table's rows, newest first, and the number of all that the query matches. */
export function newestFirst<DB, TB extends keyof DB, Row extends Timed, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  toItem?: (row: Row) => Item,
): Promise<CountedPage<Item>> {
  return byTime(query, page, 'desc', toItem);
}

/** The same, oldest first. */
export function oldestFirst<DB, TB extends keyof DB, Row extends Timed, Item = Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  toItem?: (row: Row) => Item,
): Promise<CountedPage<Item>> {
  return byTime(query, page, 'asc', toItem);
}

async function byTime<DB, TB extends keyof DB, Row extends Timed, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: PageRequest,
  direction: Direction,
  toItem = (row: Row) => row as unknown as Item,
): Promise<CountedPage<Item>> {
  const { rows, next } = await pageByTime(query, page, { direction, at: 'createdAt', id: 'id' });
  return { rows: rows.map((row) => toItem(row)), next, total: page.total ?? (await countAll(query)) };
}

/**
 * One page of rows by time, and by id where times are equal.
 * @param order.at the column of the time, with its table (`feedback.createdAt`) when the query has several
 * @param order.id that of the id
 */
export async function pageByTime<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { limit, after }: PageRequest,
  { direction, at, id }: { direction: Direction; at: string; id: string },
): Promise<Paged<Row>> {
  const comes = sql.raw(direction === 'desc' ? '<' : '>');
  const rows = await query
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${comes} (${after!.at}, ${after!.id})`),
    )
    .orderBy(sql.ref(at), direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1)
    .execute();
  const valueOf = (row: Row, column: string) => (row as Record<string, unknown>)[column.split('.').at(-1)!];
  return toPage(rows as Row[], limit, (row) => ({
    at: valueOf(row, at) as number,
    id: valueOf(row, id) as string,
  }));
}

async function countAll<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number>`count(*)`.as('total'));
  return ((await counted.executeTakeFirstOrThrow()) as { total: number }).total;
}
