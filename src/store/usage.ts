import { type RawBuilder, sql } from 'kysely';
import type { AnalyticsTables } from './analytics-tables.ts';
import type { Store } from './store.ts';

const dayMs = 86_400_000;

/** The daily counts. `costMicros` are millionths of a US dollar. */
export type Usage = Omit<AnalyticsTables['usageDays'], 'projectId' | 'day'>;

export const noUsage: Readonly<Usage> = {
  answered: 0,
  partial: 0,
  unanswered: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  searches: 0,
  searchesWithoutResults: 0,
  helpful: 0,
  unhelpful: 0,
};

const counters = Object.keys(noUsage) as (keyof Usage)[];

/** The day of a time: whole days since 1970, UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

/** Adds to the project's usage on the day of `at`. */
export async function addUsage(
  store: Pick<Store, 'db'>,
  projectId: string,
  at: number,
  used: Partial<Usage>,
): Promise<void> {
  await usageQuery(store, projectId, at, used).execute();
}

/** The same as a query, to run together with the writes that it counts. */
export function usageQuery(
  { db }: Pick<Store, 'db'>,
  projectId: string,
  at: number | RawBuilder<number>,
  used: Partial<Usage>,
) {
  const day = typeof at === 'number' ? dayOf(at) : sql<number>`cast(${at} as bigint) / ${sql.lit(dayMs)}`;
  const changed = counters.filter((name) => used[name] !== undefined);
  return db
    .insertInto('usageDays')
    .values({ projectId, day, ...noUsage, ...used })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'day'])
        .doUpdateSet((of) =>
          Object.fromEntries(changed.map((name) => [name, of(`usageDays.${name}`, '+', used[name]!)])),
        ),
    )
    .returning('day');
}

export type UsageDay = Usage & { projectId: string; day: number };

/** The days with any use, oldest first; `to` is exclusive. */
export async function listUsage(
  store: Store,
  by: { organizationId: string; projectId?: string | undefined; from: number; to: number },
): Promise<UsageDay[]> {
  return await store.db
    .selectFrom('usageDays')
    .innerJoin('projects', 'projects.id', 'usageDays.projectId')
    .selectAll('usageDays')
    .where('projects.organizationId', '=', by.organizationId)
    .$if(by.projectId !== undefined, (query) => query.where('usageDays.projectId', '=', by.projectId!))
    .where('usageDays.day', '>=', by.from)
    .where('usageDays.day', '<', by.to)
    .orderBy('usageDays.day')
    .orderBy('usageDays.projectId')
    .execute();
}
