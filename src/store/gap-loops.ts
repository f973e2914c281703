import { gapStatesUnderWay, isGapUnderWay } from '../lib/gap-loop-state.ts';
import type { Store } from './store.ts';
import type { TriggerTables } from './trigger-tables.ts';
import { requestWork } from './work.ts';
import { allOf, firstOf } from './records.ts';

/** The answer that proves a gap closed. */
export type GapProof = {
  answer: string;
  citations: { url: string; title: string }[];
  deploymentId: string;
  checkedAt: number;
};

/** The progress of a gap with a job. */
export type GapLoop = Omit<TriggerTables['gapLoops'], 'proof'> & { proof: GapProof | null };

/** The kind of work that follows a gap until its proof; its subject is the gap's id. */
export const gapWork = 'gap';

/** Links a gap and its job both ways, and queues the following work. Call it in the transaction that adds the job. */
export async function startGapLoop(
  store: Store,
  { gapId, projectId, jobId }: Pick<GapLoop, 'gapId' | 'projectId' | 'jobId'>,
): Promise<void> {
  const fresh = { jobId, state: 'working' as const, deploymentId: null, reason: null, proof: null };
  const row = { ...fresh, updatedAt: await store.now() };
  await store.db
    .insertInto('gapLoops')
    .values({ gapId, projectId, ...row })
    .onConflict((conflict) => conflict.column('gapId').doUpdateSet(row))
    .execute();
  await store.db.updateTable('gaps').set({ jobId }).where('id', '=', gapId).execute();
  await requestWork(store, { kind: gapWork, subject: gapId, projectId });
}

/** Locks a gap until the end of the transaction, so that it does not get two jobs at once. */
export async function lockGap(store: Store, gapId: string): Promise<void> {
  await store.db
    .selectFrom('gaps')
    .select('id')
    .where('id', '=', gapId)
    .$if(store.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function findGapLoop(store: Store, gapId: string): Promise<GapLoop | undefined> {
  return firstOf(store.db.selectFrom('gapLoops').selectAll().where('gapId', '=', gapId), toGapLoop);
}

export async function listGapLoops(store: Store, gapIds: readonly string[]): Promise<GapLoop[]> {
  if (gapIds.length === 0) return [];
  return allOf(store.db.selectFrom('gapLoops').selectAll().where('gapId', 'in', gapIds), toGapLoop);
}

function toGapLoop(row: TriggerTables['gapLoops']): GapLoop {
  return { ...row, proof: row.proof === null ? null : JSON.parse(row.proof) };
}

/** The gaps with jobs, by job. */
export async function gapsOfJobs(store: Store, jobIds: readonly string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('gapLoops')
    .select(['jobId', 'gapId'])
    .where('jobId', 'in', jobIds)
    .execute();
  return new Map(rows.map(({ jobId, gapId }) => [jobId, gapId]));
}

/** Writes the next state, unless the gap has a new job meanwhile. */
export async function changeGapLoop(
  store: Store,
  { gapId, jobId }: Pick<GapLoop, 'gapId' | 'jobId'>,
  changes: Partial<Pick<GapLoop, 'state' | 'deploymentId' | 'reason' | 'proof'>>,
): Promise<void> {
  const { proof, ...plain } = changes;
  await store.db
    .updateTable('gapLoops')
    .set({
      ...plain,
      ...(proof !== undefined && { proof: proof && JSON.stringify(proof) }),
      updatedAt: await store.now(),
    })
    .where('gapId', '=', gapId)
    .where('jobId', '=', jobId)
    .execute();
}

/** Makes the work due for gaps whose change may be live or merged. */
export async function wakeGaps(store: Store, projectId: string): Promise<void> {
  const rows = await store.db
    .selectFrom('gapLoops')
    .select('gapId')
    .where('projectId', '=', projectId)
    .where('state', 'in', gapStatesUnderWay)
    .execute();
  for (const { gapId } of rows) await requestWork(store, { kind: gapWork, subject: gapId, projectId });
}

/** Goes on to follow a gap that a person opened again while its job was at work. */
export async function wakeGap(store: Store, gap: { projectId: string; id: string }): Promise<void> {
  await requestWork(store, { kind: gapWork, subject: gap.id, projectId: gap.projectId });
}

/** Moves a job to the gap that absorbed its gap, when that has no job or one that is over. */
export async function moveGapLoop(store: Store, from: string, into: string): Promise<void> {
  const loop = await findGapLoop(store, from);
  const other = await findGapLoop(store, into);
  if (loop === undefined || isGapUnderWay(other)) return;
  if (other !== undefined) {
    if (!isGapUnderWay(loop)) return;
    await store.db.deleteFrom('gapLoops').where('gapId', '=', into).execute();
  }
  await store.db.updateTable('gapLoops').set({ gapId: into }).where('gapId', '=', from).execute();
  const { projectId } = loop;
  await requestWork(store, { kind: gapWork, subject: into, projectId });
}

/** Gaps that were closed by an answer to the same questions. */
export async function countProven(store: Store, projectId: string): Promise<number> {
  const { count } = await store.db
    .selectFrom('gapLoops')
    .innerJoin('gaps', 'gaps.id', 'gapLoops.gapId')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('gapLoops.projectId', '=', projectId)
    .where('gapLoops.state', '=', 'solved')
    .where('gaps.status', '=', 'solved')
    .executeTakeFirstOrThrow();
  return Number(count);
}
