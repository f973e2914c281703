import { addEvents } from './job-events.ts';
import { insertMessage, type Job, type JobChanges, type JobUsage, toColumns, toJob } from './jobs.ts';
import { inTransaction, type Store } from './store.ts';

/** Who works on a job, by which claim. */
export type Fence = { id: string; attempt: number };

/** Another worker has the job, or a person ended it: whoever gets this stops at once. */
export class LostJob extends Error {}

export type Claim = { leaseMs: number; maxPerProject: number };

/**
 * Takes a job that waits, or whose worker fell silent, for `leaseMs`. Each claim is a new attempt, so that the worker
 * before can write nothing more.
 * @returns the job; `busy` when its project has as many under way as it may; undefined when there is nothing to take
 */
export async function claimJob(store: Store, id: string, claim: Claim): Promise<Job | 'busy' | undefined> {
  return inTransaction(store, async (store) => {
    const row = await store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    await lockProject(store, row.projectId);
    const now = await store.now();
    const { underWay } = await store.db
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('underWay'))
      .where('projectId', '=', row.projectId)
      .where('status', '=', 'active')
      .where('leaseUntil', '>=', now)
      .executeTakeFirstOrThrow();
    if (Number(underWay) >= claim.maxPerProject) return 'busy';
    const claimed = await store.db
      .updateTable('jobs')
      .set((eb) => ({
        attempt: eb('attempt', '+', 1),
        stalls: eb('stalls', '+', 1),
        leaseUntil: now + claim.leaseMs,
      }))
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('leaseUntil', '<', now)
      .where('notBefore', '<=', now)
      .returningAll()
      .executeTakeFirst();
    return claimed && toJob(claimed);
  });
}

/** So that two workers do not count the same free place. On SQLite a transaction is the only writer anyway. */
async function lockProject(store: Store, projectId: string): Promise<void> {
  if (store.kind !== 'postgres') return;
  await store.db.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute();
}

/** Jobs that may be claimed now, oldest first. */
export async function listClaimable(store: Store, limit: number): Promise<string[]> {
  const now = await store.now();
  const rows = await store.db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', 'active')
    .where('leaseUntil', '<', now)
    .where('notBefore', '<=', now)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Changes a job that the caller holds, and tells it to those who watch.
 * @throws LostJob
 */
export async function writeJob(
  store: Store,
  fence: Fence,
  changes: JobChanges,
  events: object[] = [],
): Promise<Job> {
  return inTransaction(store, (store) => writeInTransaction(store, fence, changes, events));
}

async function writeInTransaction(
  store: Store,
  fence: Fence,
  changes: JobChanges,
  events: object[],
): Promise<Job> {
  const now = await store.now();
  const row = await store.db
    .updateTable('jobs')
    .set({ ...toColumns(changes), updatedAt: now })
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .where('status', '=', 'active')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw lost(fence);
  await addEvents(store, fence.id, events, now);
  return toJob(row);
}

const lost = ({ id, attempt }: Fence) => new LostJob(`Attempt ${attempt} of ${id} is over.`);

/** The heartbeat. What was given back stays given back: a late beat takes nothing again. @throws LostJob */
export async function renewLease(store: Store, fence: Fence, leaseMs: number): Promise<void> {
  const row = await store.db
    .updateTable('jobs')
    .set({ leaseUntil: (await store.now()) + leaseMs })
    .where('id', '=', fence.id)
    .where('attempt', '=', fence.attempt)
    .where('status', '=', 'active')
    .where('leaseUntil', '>', 0)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw lost(fence);
}

/** What one step cost; `timeMs` is how long it took. */
export type StepUsage = JobUsage & { timeMs: number };

/** Everything that one model step did. */
export type StepRecord = {
  nth: number;
  round: number;
  /** The messages that the step added, in the provider's form. */
  messages: unknown[];
  /** The tool calls as people see them. */
  tools: unknown[];
  usage: StepUsage;
  /** The follow-up messages that the step saw. */
  seen: number[];
  /** All files that differ from the base, when the step changed any; null removes. */
  files: Record<string, string | null> | null;
};

/**
 * Stores a finished step whole: its messages, the changed files, the job's new state.
 * @throws LostJob, with nothing stored
 */
export async function recordStep(
  store: Store,
  fence: Fence,
  step: StepRecord,
  changes: JobChanges,
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    const { nth, round, messages, tools, usage } = step;
    const json = {
      messages: JSON.stringify(messages),
      tools: JSON.stringify(tools),
      usage: JSON.stringify(usage),
    };
    const row = { jobId: fence.id, nth, round, ...json };
    await store.db
      .insertInto('jobSteps')
      .values({ ...row, createdAt: job.updatedAt })
      .execute();
    if (step.seen.length > 0) {
      await store.db
        .updateTable('jobMessages')
        .set({ step: nth })
        .where('jobId', '=', fence.id)
        .where('nth', 'in', step.seen)
        .execute();
    }
    if (step.files !== null) await replaceFiles(store, fence.id, step.files);
    return job;
  });
}

/** Begins a round with these changed files, or with those that are there. @throws LostJob */
export async function beginRound(
  store: Store,
  fence: Fence,
  changes: JobChanges,
  files: StepRecord['files'],
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    if (files !== null) await replaceFiles(store, fence.id, files);
    return job;
  });
}

/** What a job becomes at the end of a round, and what those who watch are told. */
export type RoundEnd = { changes: JobChanges; events: object[] };

/**
 * Ends a round, or does `unheard` instead when a person said something that no step has seen. Who says something
 * later finds the job ended.
 * @throws LostJob
 */
export async function endRound(store: Store, fence: Fence, end: RoundEnd, unheard: RoundEnd): Promise<Job> {
  return inTransaction(store, async (store) => {
    // Holds the row, so that nobody can say something between the look and the end.
    await writeInTransaction(store, fence, {}, []);
    const message = await store.db
      .selectFrom('jobMessages')
      .select('nth')
      .where('jobId', '=', fence.id)
      .where('author', '=', 'person')
      .where('step', 'is', null)
      .executeTakeFirst();
    const { changes, events } = message === undefined ? end : unheard;
    return writeInTransaction(store, fence, changes, events);
  });
}

/** Keeps what a round's commit changed, for people to see. @throws LostJob */
export async function recordCommit(
  store: Store,
  fence: Fence,
  changes: JobChanges & { round: number },
  diff: string,
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    await store.db
      .insertInto('jobDiffs')
      .values({ jobId: fence.id, round: changes.round, diff })
      .onConflict((conflict) => conflict.columns(['jobId', 'round']).doUpdateSet({ diff }))
      .execute();
    return job;
  });
}

/** Unified diffs of a job's rounds, oldest first. */
export async function listDiffs(store: Store, jobId: string): Promise<{ round: number; diff: string }[]> {
  return store.db
    .selectFrom('jobDiffs')
    .select(['round', 'diff'])
    .where('jobId', '=', jobId)
    .orderBy('round')
    .execute();
}

/** Sends the work back with what the checks say. @throws LostJob */
export async function sendBack(
  store: Store,
  fence: Fence,
  text: string,
  changes: JobChanges,
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    await insertMessage(store, fence.id, { author: 'checks', text }, job.updatedAt);
    return job;
  });
}

async function replaceFiles(
  store: Store,
  jobId: string,
  files: Record<string, string | null>,
): Promise<void> {
  await store.db.deleteFrom('jobFiles').where('jobId', '=', jobId).execute();
  const rows = Object.entries(files).map(([path, content]) => ({ jobId, path, content }));
  if (rows.length > 0) await store.db.insertInto('jobFiles').values(rows).execute();
}

/** Which files differ, without what is in them. */
export async function listFileNames(store: Store, jobId: string): Promise<string[]> {
  const rows = await store.db
    .selectFrom('jobFiles')
    .select('path')
    .where('jobId', '=', jobId)
    .orderBy('path')
    .execute();
  return rows.map(({ path }) => path);
}

export async function readFiles(store: Store, jobId: string): Promise<Record<string, string | null>> {
  const rows = await store.db
    .selectFrom('jobFiles')
    .selectAll()
    .where('jobId', '=', jobId)
    .orderBy('path')
    .execute();
  return Object.fromEntries(rows.map(({ path, content }) => [path, content]));
}

export type JobStep = Pick<StepRecord, 'nth' | 'round' | 'messages' | 'tools' | 'usage'>;

export async function listSteps(store: Store, jobId: string): Promise<JobStep[]> {
  const rows = await store.db
    .selectFrom('jobSteps')
    .selectAll()
    .where('jobId', '=', jobId)
    .orderBy('nth')
    .execute();
  return rows.map(({ nth, round, messages, tools, usage }) => ({
    nth,
    round,
    messages: JSON.parse(messages),
    tools: JSON.parse(tools),
    usage: JSON.parse(usage),
  }));
}
