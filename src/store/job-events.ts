import type { Store } from './store.ts';

/** An event of a job, as watchers receive it. `nth` counts from 1 within the job. */
export type JobEvent = { nth: number; event: Record<string, unknown>; createdAt: number };

/** Call it in a transaction that wrote the job's row: that lock keeps the numbers unique. */
export async function addEvents(store: Store, jobId: string, events: object[], now: number): Promise<void> {
  if (events.length === 0) return;
  const { last } = await store.db
    .selectFrom('jobEvents')
    .select(({ fn }) => fn.max('nth').as('last'))
    .where('jobId', '=', jobId)
    .executeTakeFirstOrThrow();
  const rows = events.map((event, index) => ({
    jobId,
    nth: (last ?? 0) + 1 + index,
    event: JSON.stringify(event),
    createdAt: now,
  }));
  await store.db.insertInto('jobEvents').values(rows).execute();
}

/** Events after the `after`th, oldest first. */
export async function listEvents(
  store: Store,
  jobId: string,
  after: number,
  limit: number,
): Promise<JobEvent[]> {
  const rows = await store.db
    .selectFrom('jobEvents')
    .selectAll()
    .where('jobId', '=', jobId)
    .where('nth', '>', after)
    .orderBy('nth')
    .limit(limit)
    .execute();
  return rows.map(({ nth, event, createdAt }) => ({ nth, event: JSON.parse(event), createdAt }));
}
