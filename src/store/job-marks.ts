import type { Store } from './store.ts';

/** Notes the address of a job's pull request and the id of its commit, by which its merge is known whatever it is called. */
export async function noteMarks(store: Store, jobId: string, marks: readonly string[]): Promise<void> {
  await store.db
    .insertInto('jobMarks')
    .values(marks.map((mark) => ({ mark, jobId })))
    .onConflict((conflict) => conflict.column('mark').doNothing())
    .execute();
}

/** The job, of any project, that one of these is of. */
export async function findJobByMarks(store: Store, marks: readonly string[]): Promise<string | null> {
  if (marks.length === 0) return null;
  const row = await store.db
    .selectFrom('jobMarks')
    .select('jobId')
    .where('mark', 'in', marks)
    .limit(1)
    .executeTakeFirst();
  return row?.jobId ?? null;
}
