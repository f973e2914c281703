import { addEvents } from './job-events.ts';
import {
  insertMessage,
  type Job,
  type JobChanges,
  type JobUsage,
  jobWork,
  toColumns,
  toJob,
} from './jobs.ts';
import { inTransaction, type Store } from './store.ts';
import { dropWork, type Fence, progressWork, requireWork } from './work.ts';

/** Who works on a job, by which claim. */
export type JobFence = Fence & { jobId: string };

/**
 * Changes a job that the caller holds, and tells it to those who watch.
 * @throws LostWork
 */
export async function writeJob(
  store: Store,
  fence: JobFence,
  changes: JobChanges,
  events: object[] = [],
): Promise<Job> {
  return inTransaction(store, (store) => writeInTransaction(store, fence, changes, events));
}

async function writeInTransaction(
  store: Store,
  fence: JobFence,
  changes: JobChanges,
  events: object[],
): Promise<Job> {
  const isProgress = changes.phase !== undefined || changes.steps !== undefined;
  await (isProgress ? progressWork(store, fence) : requireWork(store, fence));
  const now = await store.now();
  const row = await store.db
    .updateTable('jobs')
    .set({ ...toColumns(changes), updatedAt: now })
    .where('id', '=', fence.jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvents(store, fence.jobId, events, now);
  if (row.status !== 'active') await dropWork(store, { kind: jobWork, subject: fence.jobId });
  return toJob(row);
}

/** What one step cost; `timeMs` is how long it took. */
type StepUsage = JobUsage & { timeMs: number };

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
 * @throws LostWork, with nothing stored
 */
export async function recordStep(
  store: Store,
  fence: JobFence,
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
    const row = { jobId: fence.jobId, nth, round, ...json };
    await store.db
      .insertInto('jobSteps')
      .values({ ...row, createdAt: job.updatedAt })
      .execute();
    if (step.seen.length > 0) {
      await store.db
        .updateTable('jobMessages')
        .set({ step: nth })
        .where('jobId', '=', fence.jobId)
        .where('nth', 'in', step.seen)
        .execute();
    }
    if (step.files !== null) await replaceFiles(store, fence.jobId, step.files);
    return job;
  });
}

/** Begins a round with these changed files, or with those that are there, and what the model is told of it. @throws LostWork */
export async function beginRound(
  store: Store,
  fence: JobFence,
  changes: JobChanges,
  files: StepRecord['files'],
  events: object[],
  text: string | null = null,
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    if (text !== null)
      await insertMessage(store, fence.jobId, { author: 'checks', by: null, text }, job.updatedAt);
    if (files !== null) await replaceFiles(store, fence.jobId, files);
    return job;
  });
}

/** What a job becomes at the end of a round, and what those who watch are told. */
type RoundEnd = { changes: JobChanges; events: object[] };

/**
 * Ends a round, or does `unheard` instead when a person said something that no step has seen. Who says something
 * later finds the job ended.
 * @throws LostWork
 */
export async function endRound(
  store: Store,
  fence: JobFence,
  end: RoundEnd,
  unheard: RoundEnd,
): Promise<Job> {
  return inTransaction(store, async (store) => {
    // Holds the row, so that nobody can say something between the look and the end.
    await writeInTransaction(store, fence, {}, []);
    const message = await store.db
      .selectFrom('jobMessages')
      .select('nth')
      .where('jobId', '=', fence.jobId)
      .where('author', '=', 'person')
      .where('step', 'is', null)
      .executeTakeFirst();
    const { changes, events } = message === undefined ? end : unheard;
    return writeInTransaction(store, fence, changes, events);
  });
}

/** A file as people see it before and after a change; null where there is none, or none that is a text. */
export type JobTexts = {
  /** Where the pull request began, and where the round did. */
  start: string | null;
  before: string | null;
  after: string | null;
  /** `after` as readers and the index get it, as Markdown; null for what is no page of theirs. */
  page: string | null;
};

/** What a round's commit changed. */
export type JobReview = {
  diff: string;
  /** Of the whole pull request, where earlier rounds or people put something into it. */
  whole: string | null;
  /** By path. */
  texts: Record<string, JobTexts>;
};

/** Keeps what a round's commit changed, for people to see. @throws LostWork */
export async function recordCommit(
  store: Store,
  fence: JobFence,
  changes: JobChanges & { round: number },
  { diff, whole, texts }: JobReview,
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    const of = { jobId: fence.jobId, round: changes.round };
    await store.db
      .insertInto('jobDiffs')
      .values({ ...of, diff, whole })
      .onConflict((conflict) => conflict.columns(['jobId', 'round']).doUpdateSet({ diff, whole }))
      .execute();
    await store.db
      .deleteFrom('jobTexts')
      .where('jobId', '=', of.jobId)
      .where('round', '=', of.round)
      .execute();
    const rows = Object.entries(texts).map(([path, text]) => ({ ...of, path, texts: JSON.stringify(text) }));
    if (rows.length > 0) await store.db.insertInto('jobTexts').values(rows).execute();
    return job;
  });
}

/** Unified diffs of a job's rounds, oldest first. */
export async function listDiffs(
  store: Store,
  jobId: string,
): Promise<{ round: number; diff: string; whole: string | null }[]> {
  return store.db
    .selectFrom('jobDiffs')
    .select(['round', 'diff', 'whole'])
    .where('jobId', '=', jobId)
    .orderBy('round')
    .execute();
}

/** A changed file of a round; undefined when it is not one, or was changed before texts were kept. */
export async function findTexts(
  store: Store,
  of: { jobId: string; round: number; path: string },
): Promise<JobTexts | undefined> {
  const row = await store.db
    .selectFrom('jobTexts')
    .select('texts')
    .where('jobId', '=', of.jobId)
    .where('round', '=', of.round)
    .where('path', '=', of.path)
    .executeTakeFirst();
  return row && (JSON.parse(row.texts) as JobTexts);
}

/** Sends the work back with what the checks say. @throws LostWork */
export async function sendBack(
  store: Store,
  fence: JobFence,
  text: string,
  changes: JobChanges,
  events: object[],
): Promise<Job> {
  return inTransaction(store, async (store) => {
    const job = await writeInTransaction(store, fence, changes, events);
    await insertMessage(store, fence.jobId, { author: 'checks', by: null, text }, job.updatedAt);
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

/** Which files differ in each job, without what is in them. */
export async function listFileNames(store: Store, jobIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(jobIds.map((id) => [id, []]));
  if (jobIds.length === 0) return found;
  const rows = await store.db
    .selectFrom('jobFiles')
    .select(['jobId', 'path'])
    .where('jobId', 'in', jobIds)
    .orderBy('path')
    .execute();
  for (const { jobId, path } of rows) found.get(jobId)!.push(path);
  return found;
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
