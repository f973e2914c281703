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
import { keepAnswers, type RoundAnswer } from './triggers.ts';
import { dropWork, type Fence, progressWork, requireWork } from './work.ts';

/** The claim of the worker that has a job. */
export type JobFence = Fence & { jobId: string };

/**
 * Changes a job that the caller has claimed, and adds an event for watchers.
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

/** The usage of one step; `timeMs` is its duration. */
type StepUsage = JobUsage & { timeMs: number };

/** The results of one model step. */
export type StepRecord = {
  nth: number;
  round: number;
  /** The messages that the step added, in the provider's format. */
  messages: unknown[];
  /** The tool calls in the form that people see. */
  tools: unknown[];
  usage: StepUsage;
  /** The follow-up messages that the step has read. */
  seen: number[];
  /** All files that differ from the base, when the step changed any; null for removed files. */
  files: Record<string, string | null> | null;
};

/**
 * Stores a finished step completely: its messages, the changed files, and the job's new state.
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

/** Begins a round with the given or present changed files and a message for the model. @throws LostWork */
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

/** The job's fields at the end of a round, and the events for watchers. */
type RoundEnd = { changes: JobChanges; events: object[] };

/**
 * Ends a round and keeps its answers, or does so with `unheard` when a person sent a message that no step has read.
 * Later messages find the job ended.
 * @throws LostWork
 */
export async function endRound(
  store: Store,
  fence: JobFence,
  answers: readonly RoundAnswer[],
  end: RoundEnd,
  unheard: RoundEnd = end,
): Promise<Job> {
  return inTransaction(store, async (store) => {
    // Locks the row, so that no message can arrive between the check and the end.
    await writeInTransaction(store, fence, {}, []);
    await keepAnswers(store, fence.jobId, answers);
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

/** A file before and after a change; null where it does not exist or is binary. */
export type JobTexts = {
  /** The file when the pull request began, and when the round began. */
  start: string | null;
  before: string | null;
  after: string | null;
  /** The page that `after` makes, as Markdown; null for a file without a page. */
  page: string | null;
};

/** The changes of a round's commit. */
export type JobReview = {
  diff: string;
  /** The diff of the whole pull request, if it has commits of earlier rounds or of people. */
  whole: string | null;
  /** By path. */
  texts: Record<string, JobTexts>;
};

/** Stores the changes of a round's commit for people. @throws LostWork */
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

/** A changed file of a round; undefined when it did not change, or changed before texts were stored. */
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

/** Returns the work to the agent with the results of the checks. @throws LostWork */
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

/** The paths that differ in each job, without contents. */
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
