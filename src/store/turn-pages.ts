import { type RawBuilder, sql } from 'kysely';
import { monthDays, sumPageMonths } from './month-tables.ts';
import type { TimeRange } from './paging.ts';
import type { Store } from './store.ts';
import type { Turn } from './turns.ts';
import { dayOf } from './usage.ts';
import { wholeMonths } from './whole-months.ts';

/** A page that was found for a question, or that its answer cited. */
export type TurnPage = Pick<Turn, 'threadId' | 'createdAt' | 'status'> & {
  turnId: string;
  /** Without a section's anchor. */
  url: string;
  title: string;
  cited: boolean;
};

/** The statistics of a page. */
export type PageUse = {
  url: string;
  title: string;
  /** Answers that cited it. */
  cited: number;
  /** Questions that it was among the best results for. */
  found: number;
  /** Those of them without a full answer. */
  unanswered: number;
  /** Rated answers that cited it. */
  helpful: number;
  unhelpful: number;
};

/** Stores the pages of turns that have none yet, and adds them to the daily counts. */
export async function addTurnPages({ db }: Store, projectId: string, pages: TurnPage[]): Promise<void> {
  if (pages.length === 0) return;
  await db
    .insertInto('turnPages')
    .values(pages.map(({ status: _, cited, ...page }) => ({ ...page, projectId, cited: Number(cited) })))
    .onConflict((conflict) => conflict.columns(['turnId', 'url']).doNothing())
    .execute();
  const days = Map.groupBy(pages, ({ url, createdAt }) => `${dayOf(createdAt)} ${url}`);
  const rows = [...days.values()].map((uses) => ({
    projectId,
    day: dayOf(uses[0]!.createdAt),
    url: uses[0]!.url,
    title: uses.at(-1)!.title,
    found: uses.length,
    cited: uses.filter(({ cited }) => cited).length,
    unanswered: uses.filter(({ status }) => status === 'unanswered' || status === 'partial').length,
  }));
  await db
    .insertInto('pageDays')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'day', 'url']).doUpdateSet((of) => ({
        title: of.ref('excluded.title'),
        found: of('pageDays.found', '+', of.ref('excluded.found')),
        cited: of('pageDays.cited', '+', of.ref('excluded.cited')),
        unanswered: of('pageDays.unanswered', '+', of.ref('excluded.unanswered')),
      })),
    )
    .execute();
  await sumMonths(db, projectId, rows);
}

/** From the days, so that what a server of the version before has counted is found, too. */
async function sumMonths(
  db: Store['db'],
  projectId: string,
  changed: { url: string; day: number }[],
): Promise<void> {
  for (const [month, pages] of Map.groupBy(changed, ({ day }) => monthOfDay(day))) {
    const urls = [...new Set(pages.map(({ url }) => url))];
    const { first, end } = { first: month * monthDays, end: (month + 1) * monthDays };
    await sumDays(
      db,
      sql`"projectId" = ${projectId} and url in (${sql.join(urls)})
        and day >= ${sql.lit(first)} and day < ${sql.lit(end)}`,
    );
  }
}

/**
 * Sums the three whole months before a time again, of all pages: a server of the version before, to which somebody
 * went back, counts days and knows of no months.
 */
export async function renewPageMonths({ db }: Store, time: number): Promise<void> {
  const month = monthOfDay(dayOf(time));
  const { first, end } = { first: (month - 3) * monthDays, end: month * monthDays };
  for (const { id } of await db.selectFrom('projects').select('id').execute())
    await sumDays(db, sql`"projectId" = ${id} and day >= ${sql.lit(first)} and day < ${sql.lit(end)}`);
}

async function sumDays(db: Store['db'], days: RawBuilder<unknown>): Promise<void> {
  await sql`${sql.raw(sumPageMonths)} where ${days} group by 1, 2, 3
    on conflict ("projectId", url, month) do update set title = excluded.title, found = excluded.found,
      cited = excluded.cited, unanswered = excluded.unanswered`.execute(db);
}

const monthOfDay = (day: number) => Math.floor(day / monthDays);

/** The statistics of each page, or of some, over whole days (UTC). */
export async function listPageUse(
  store: Store,
  { projectId, from, to, urls }: { projectId: string; from: number; to: number; urls?: string[] | undefined },
): Promise<PageUse[]> {
  const [rows, ratings] = await Promise.all([
    countPages(store, { projectId, from: dayOf(from) * dayMs, to: afterDayOf(to), urls }),
    countRatings(store, { projectId, from, to, urls }),
  ]);
  const rated = new Map(ratings.map((row) => [row.url, row]));
  return rows.map((row) => {
    const { helpful = 0, all = 0 } = rated.get(row.url) ?? {};
    return { ...row, helpful, unhelpful: all - helpful };
  });
}

/** The ratings of answers that cited a page. */
async function countRatings(store: Store, { projectId, from, to, urls }: Pages) {
  return await store.db
    .selectFrom('feedback')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'feedback.projectId')
        .onRef('turns.messageId', '=', 'feedback.messageId'),
    )
    .innerJoin('turnPages', 'turnPages.turnId', 'turns.id')
    .select(['turnPages.url', sql<number>`sum(helpful)`.as('helpful'), sql<number>`count(*)`.as('all')])
    .where('feedback.projectId', '=', projectId)
    .where('turnPages.cited', '=', 1)
    .where('feedback.createdAt', '>=', dayOf(from) * dayMs)
    // A sum, so that no index of times is used: ratings are few, and the answers of a year many.
    .where(sql<number>`turns."createdAt" + 0`, '>=', dayOf(from) * dayMs)
    .where(sql<number>`turns."createdAt" + 0`, '<', to)
    .$if(urls !== undefined, (query) => query.where('turnPages.url', 'in', urls!))
    .groupBy('turnPages.url')
    .execute();
}

type Pages = Required<TimeRange> & { projectId: string; urls?: string[] | undefined };
type PageCount = Pick<PageUse, 'url' | 'title' | 'cited' | 'found' | 'unanswered'>;

/** @param from and `to` begin days */
async function countPages(store: Store, pages: Pages): Promise<PageCount[]> {
  const months = wholeMonths(pages);
  if (months === null) return sumPages(store.db, 'pageDays', 'day', rangeOfDays(pages), pages);
  const { first, last, around } = months;
  const parts = await Promise.all([
    sumPages(store.db, 'pageMonths', 'month', [first, last], pages),
    ...around.map((time) => sumPages(store.db, 'pageDays', 'day', rangeOfDays(time), pages)),
  ]);
  const counts = new Map<string, PageCount>();
  for (const { url, title, cited, found, unanswered } of parts.flat()) {
    const page = counts.get(url) ?? { url, title, cited: 0, found: 0, unanswered: 0 };
    page.cited += cited;
    page.found += found;
    page.unanswered += unanswered;
    counts.set(url, page);
  }
  return [...counts.values()];
}

async function sumPages(
  db: Store['db'],
  table: 'pageDays' | 'pageMonths',
  time: 'day' | 'month',
  [first, last]: [number, number],
  { projectId, urls }: Pages,
): Promise<PageCount[]> {
  const of = urls === undefined ? sql`true` : sql`url in (${sql.join(urls)})`;
  const { rows } = await sql<PageCount>`
    select url, max(title) as title, sum(cited) as cited, sum(found) as found, sum(unanswered) as unanswered
    from ${sql.table(table)}
    where "projectId" = ${projectId} and ${sql.ref(time)} between ${first} and ${last} and ${of}
    group by url`.execute(db);
  return rows;
}

const dayMs = 86_400_000;
const rangeOfDays = ({ from, to }: Required<TimeRange>): [number, number] => [dayOf(from), dayOf(to - 1)];
/** The end of the last day of a period. */
const afterDayOf = (to: number) => (dayOf(to - 1) + 1) * dayMs;
