import type { Store } from './store.ts';

/** Records a job's pull request and commit. The commit id identifies the merge whatever the merge is called. */
export async function noteMarks(store: Store, jobId: string, marks: readonly string[]): Promise<void> {
  await store.db
    .insertInto('jobMarks')
    .values(marks.map((mark) => ({ mark, jobId })))
    .onConflict((conflict) => conflict.column('mark').doNothing())
    .execute();
}

/** The job, of any project, with one of these marks. */
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
