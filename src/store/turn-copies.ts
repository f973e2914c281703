import type { AnalyticsTables } from './analytics-tables.ts';
import type { Store } from './store.ts';

/** A holder of text from somebody's question: a job, a topic by its name, the state of a job for a topic, or a job's proof. */
type Copy = Pick<AnalyticsTables['turnCopies'], 'kind' | 'subject'>;

/** Turns of one project's threads, or one of them. */
type Turns = { projectId: string; threadIds: readonly string[]; messageId?: string };

/**
 * Records that text of these turns was copied elsewhere, so that the copies are deleted with the turns. Call it in the
 * transaction that copies.
 * @returns false when one of the turns was deleted: then nothing may be copied
 */
export async function noteCopies(
  { db }: Store,
  copy: Copy,
  turnIds: readonly (string | null)[],
): Promise<boolean> {
  const wanted = [...new Set(turnIds)].filter((id) => id !== null);
  if (wanted.length === 0) return true;
  const there = await db.selectFrom('turns').select('id as turnId').where('id', 'in', wanted).execute();
  if (there.length < wanted.length) return false;
  await db
    .insertInto('turnCopies')
    .values(there.map(({ turnId }) => ({ turnId, ...copy })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** The questions whose text a subject contains. */
export async function listCopiedQuestions({ db }: Store, { kind, subject }: Copy): Promise<string[]> {
  const rows = await db
    .selectFrom('turnCopies')
    .innerJoin('turns', 'turns.id', 'turnCopies.turnId')
    .select('turns.question')
    .where('turnCopies.kind', '=', kind)
    .where('turnCopies.subject', '=', subject)
    .execute();
  return rows.map(({ question }) => question);
}

/**
 * Deletes copies of the text of turns that are about to be deleted: jobs with them in the prompt, topic names that a
 * model derived from them, answers that proved a gap closed, what jobs asked to prove their change, and eval questions.
 */
export async function eraseCopies(store: Store, turns: Turns): Promise<void> {
  const { db } = store;
  await db
    .deleteFrom('evalQuestions')
    .where('projectId', '=', turns.projectId)
    .where('threadId', 'in', turns.threadIds)
    .execute();
  const copies = await db
    .selectFrom('turnCopies')
    .innerJoin('turns', 'turns.id', 'turnCopies.turnId')
    .select(['turnCopies.kind', 'turnCopies.subject'])
    .distinct()
    .where('turns.projectId', '=', turns.projectId)
    .where('turns.threadId', 'in', turns.threadIds)
    .$if(turns.messageId !== undefined, (query) => query.where('turns.messageId', '=', turns.messageId!))
    .execute();
  const subjects = (kind: Copy['kind']) =>
    copies.filter((copy) => copy.kind === kind).map(({ subject }) => subject);
  await eraseJobs(store, subjects('job'));
  const [names, loops] = [subjects('name'), subjects('loop')];
  if (names.length > 0)
    await db
      .updateTable('gaps')
      .set({ name: null, namedBy: null, namedAtCount: 0 })
      .where('id', 'in', names)
      .where('namedBy', '=', 'model')
      .execute();
  if (loops.length > 0)
    await db.updateTable('gapLoops').set({ proof: null, reason: null }).where('jobId', 'in', loops).execute();
  const proofs = subjects('proof');
  if (proofs.length > 0)
    await db.updateTable('jobs').set({ proof: null }).where('id', 'in', proofs).execute();
}

/** Work comes first, in the order in which workers lock; after that a worker can write nothing more. */
async function eraseJobs({ db }: Store, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('work').where('kind', '=', 'job').where('subject', 'in', ids).execute();
  await db.updateTable('gaps').set({ jobId: null }).where('jobId', 'in', ids).execute();
  await db.deleteFrom('jobs').where('id', 'in', ids).execute();
}
