import { sql } from 'kysely';
import type { Store } from './store.ts';
import type { Turn } from './turns.ts';
import { dayOf } from './usage.ts';

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
}

/** The statistics of each page, or of one, over whole days (UTC). */
export async function listPageUse(
  store: Store,
  { projectId, from, to, url }: { projectId: string; from: number; to: number; url?: string | undefined },
): Promise<PageUse[]> {
  // The sum keeps the databases from using the index of days: in the order of the pages, nothing is sorted.
  const inOrder = sql<number>`day + 0`;
  const days = store.db
    .selectFrom('pageDays')
    .select(({ fn }) => ['url', fn.max('day').as('lastDay'), sum('cited'), sum('found'), sum('unanswered')])
    .where('projectId', '=', projectId)
    .where(inOrder, '>=', dayOf(from))
    .where(inOrder, '<=', dayOf(to - 1))
    .$if(url !== undefined, (query) => query.where('url', '=', url!))
    .groupBy('url');
  const rows = await store.db
    .selectFrom(days.as('used'))
    .select([
      'used.url',
      sql<string>`(select title from "pageDays" as days
        where days."projectId" = ${projectId} and days.day = used."lastDay" and days.url = used.url)`.as(
        'title',
      ),
      'used.cited',
      'used.found',
      'used.unanswered',
    ])
    .execute();
  const ratings = await store.db
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
    .$if(url !== undefined, (query) => query.where('turnPages.url', '=', url!))
    .groupBy('turnPages.url')
    .execute();
  const rated = new Map(ratings.map((row) => [row.url, row]));
  return rows.map((row) => {
    const { helpful = 0, all = 0 } = rated.get(row.url) ?? {};
    return { ...row, helpful, unhelpful: all - helpful };
  });
}

const dayMs = 86_400_000;

const sum = <Name extends string>(name: Name) => sql<number>`sum(${sql.ref(name)})`.as(name);
