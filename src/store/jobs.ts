import type { Insertable, Selectable, Updateable } from 'kysely';
import { addEvents } from './job-events.ts';
import type { JobTables } from './job-tables.ts';
import { type CountedPage, newestFirst, type PageRequest } from './paging.ts';
import { inTransaction, type Store } from './store.ts';
import { dropWork, lockWork, requestWork, withdrawWork } from './work.ts';
import { firstOf } from './records.ts';

export type JobUsage = {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  /** Millionths of a US dollar. */
  costMicros: number;
};

/**
 * The pull request of a job's branch. `since` is the base commit of its change, `rounds` the summary of each round in
 * it, in the agent's format.
 */
export type JobPullRequest = {
  id: string;
  url: string;
  since?: string;
  rounds?: unknown[];
  /** It was merged or closed when the round began, whose change gets a pull request of its own. */
  ended?: boolean | undefined;
  /** What we left when we made it a draft for findings, by which we see whether somebody touched it since. */
  drafted?: string | undefined;
  /** While a round merges the base: the newest commits of both, their common ancestor, and files with conflicts. */
  merging?: { head: string; base: string; ancestor: string; conflicts: string[] } | undefined;
};

/** A question that was asked of the docs without and with a change; `page` is what answers it, or answered it. */
export type ProvenQuestion = {
  question: string;
  before: 'answered' | 'partial' | 'closest' | 'not_in_docs';
  after: ProvenQuestion['before'];
  page: string | null;
};

/** What a change does to the answers of readers' questions. */
export type JobProof = {
  asked: number;
  gained: number;
  lost: number;
  same: number;
  questions: ProvenQuestion[];
  /** The round of the job that it is of. */
  round: number;
  /** The language model that was asked, and for how many questions; null when excerpts answered all. */
  model: { name: string; asked: number } | null;
};

/** What keeps a job from publishing its change; `url` is the pull request that it waits for, null for a job at work. */
export type WaitsFor = { jobId: string; url: string | null; reason: string };

export type JobError = { code: string; message: string };

type JsonColumns = {
  draft: boolean;
  pullRequest: JobPullRequest | null;
  /** The agent's closing message, and the findings about its work, in the agent's format. */
  finish: unknown;
  findings: unknown[];
  todo: unknown[];
  error: JobError | null;
  usage: JobUsage;
  /** Of the newest round; null where there was nothing to ask. */
  proof: JobProof | null;
  /** Null when it waits for nothing. */
  waitsFor: WaitsFor | null;
};

type Row = Selectable<JobTables['jobs']>;

/**
 * A job of the docs agent. `round` counts the prompts that started work on it: each round has its own base commit and
 * budgets. An active job has a record of work with its id; only the holder of that may write.
 */
export type Job = Omit<Row, keyof JsonColumns> & JsonColumns;

export type JobChanges = Partial<Omit<Job, 'id' | 'projectId'>>;

type NewJob = Pick<Job, 'id' | 'projectId' | 'model' | 'repository' | 'ref' | 'draft'> & {
  prompt: string;
  /** Who asks. */
  by?: string | null;
  createdAt: number;
};

/** One request to create a job, with the client's idempotency key. */
export type JobRequest = { key: string; bodyHash: string };

/** How long the same key returns the same job. */
const rememberedMs = 24 * 3_600_000;

/** The key was used before; the transaction is rolled back. */
class KeyTaken extends Error {}

/**
 * Adds a job with its first message.
 * @returns the job of the earlier request when the key was used in the last 24 hours; `conflict` when that one had
 *   another body
 */
export async function addJob(
  store: Store,
  job: NewJob,
  request: JobRequest | null,
): Promise<Job | 'conflict'> {
  try {
    return await inTransaction(store, async (store) => {
      const { prompt, by = null, ...given } = job;
      const row = newRow(given);
      await store.db.insertInto('jobs').values(row).execute();
      if (request !== null) await takeKey(store, job, request);
      await insertMessage(store, job.id, { author: 'person', by, text: prompt }, job.createdAt);
      await requestWork(store, workOn(job));
      return toJob(row as Row);
    });
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    return (await findByRequest(store, job.projectId, request!)) ?? addJob(store, job, request);
  }
}

async function takeKey(store: Store, job: NewJob, request: JobRequest): Promise<void> {
  const { projectId, id: jobId, createdAt } = job;
  const forgotten = createdAt - rememberedMs;
  await store.db
    .deleteFrom('jobRequests')
    .where('projectId', '=', projectId)
    .where('createdAt', '<', forgotten)
    .execute();
  const taken = await store.db
    .insertInto('jobRequests')
    .values({ projectId, jobId, createdAt, ...request })
    .onConflict((conflict) => conflict.columns(['projectId', 'key']).doNothing())
    .returning('jobId')
    .executeTakeFirst();
  if (taken === undefined) throw new KeyTaken();
}

/** The job that an earlier request with this key created; undefined when there is none. */
export async function findByRequest(
  store: Store,
  projectId: string,
  request: JobRequest,
): Promise<Job | 'conflict' | undefined> {
  const earlier = await store.db
    .selectFrom('jobRequests')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('key', '=', request.key)
    .where('createdAt', '>=', (await store.now()) - rememberedMs)
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  return earlier.bodyHash === request.bodyHash
    ? findJob(store, { projectId, id: earlier.jobId })
    : 'conflict';
}

/** Jobs whose pull request was open when it was last looked at, longest untouched first. */
export async function listFollowed(store: Store, projectId: string, limit: number): Promise<Job[]> {
  const rows = await store.db
    .selectFrom('jobs')
    .innerJoin('work', 'work.subject', 'jobs.id')
    .selectAll('jobs')
    .where('work.kind', '=', 'pull-request')
    .where('jobs.projectId', '=', projectId)
    .where('jobs.status', 'in', ['completed', 'failed'])
    .where('jobs.pullRequest', 'is not', null)
    .orderBy('jobs.updatedAt')
    .limit(limit)
    .execute();
  return rows.map(toJob);
}

/** A job of any project, for the worker that has claimed it. */
export async function findJobById(store: Store, id: string): Promise<Job | undefined> {
  return firstOf(store.db.selectFrom('jobs').selectAll().where('id', '=', id), toJob);
}

export async function findJob(store: Store, by: { projectId: string; id: string }): Promise<Job | undefined> {
  return firstOf(
    store.db.selectFrom('jobs').selectAll().where('projectId', '=', by.projectId).where('id', '=', by.id),
    toJob,
  );
}

/** A project's jobs, newest first. */
export async function pageOfJobs(
  store: Store,
  by: { projectId: string; status?: Job['status'] | undefined },
  page: PageRequest,
): Promise<CountedPage<Job>> {
  const query = store.db
    .selectFrom('jobs')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .$if(by.status !== undefined, (query) => query.where('status', '=', by.status!));
  return newestFirst(query, page, toJob);
}

/**
 * Changes a job on a person's command, unless it has changed since that person saw it.
 * @param message a message to add
 * @returns the job; undefined when it has changed
 */
export async function changeJob(
  store: Store,
  seen: Job,
  changes: JobChanges,
  events: object[],
  message?: Pick<JobMessage, 'text' | 'by'> & { author?: JobMessage['author'] },
): Promise<Job | undefined> {
  return inTransaction(store, async (store) => {
    // Locks in the same order as workers, to avoid deadlocks.
    await lockWork(store, workOn(seen));
    const now = await store.now();
    const row = await store.db
      .updateTable('jobs')
      .set({ ...toColumns(changes), updatedAt: now })
      .where('id', '=', seen.id)
      .where('status', '=', seen.status)
      .where('phase', '=', seen.phase)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (message !== undefined) await insertMessage(store, seen.id, { author: 'person', ...message }, now);
    await addEvents(store, seen.id, events, now);
    await changeWork(store, seen, changes);
    return toJob(row);
  });
}

/** Withdraws an inactive job from its worker for good; a job that returns to another phase is claimed again. */
async function changeWork(store: Store, seen: Job, { status, phase }: JobChanges): Promise<void> {
  const work = workOn(seen);
  if (seen.status !== 'active' && status === 'active') await requestWork(store, work);
  else if (status !== undefined && status !== 'active') await dropWork(store, work);
  else if (phase !== undefined) {
    await withdrawWork(store, work);
    // A job that waits has none.
    await requestWork(store, work);
  }
}

/** The kind of work for jobs. */
export const jobWork = 'job';

const workOn = ({ id, projectId }: Pick<Job, 'id' | 'projectId'>) => ({
  kind: jobWork,
  subject: id,
  projectId,
});

/** Call it in a transaction that wrote the job's row: that lock keeps the numbers unique. */
export async function insertMessage(
  store: Store,
  jobId: string,
  message: Pick<JobMessage, 'author' | 'by' | 'text'>,
  createdAt: number,
): Promise<void> {
  const { last } = await store.db
    .selectFrom('jobMessages')
    .select(({ fn }) => fn.max('nth').as('last'))
    .where('jobId', '=', jobId)
    .executeTakeFirstOrThrow();
  await store.db
    .insertInto('jobMessages')
    .values({ jobId, nth: (last ?? 0) + 1, ...message, step: null, createdAt })
    .execute();
}

/** A message of a person or of the checks to the agent. `step` is the model step that read it; null for none yet. */
export type JobMessage = Selectable<JobTables['jobMessages']>;

export async function listMessages(store: Store, jobId: string): Promise<JobMessage[]> {
  return store.db.selectFrom('jobMessages').selectAll().where('jobId', '=', jobId).orderBy('nth').execute();
}

/** The first messages of jobs, by job. */
export async function firstRequests(store: Store, jobIds: readonly string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await store.db
    .selectFrom('jobMessages')
    .select(['jobId', 'text'])
    .where('jobId', 'in', jobIds)
    .where('nth', '=', 1)
    .execute();
  return new Map(rows.map(({ jobId, text }) => [jobId, text]));
}

function newRow(job: Omit<NewJob, 'prompt' | 'by'>): Insertable<JobTables['jobs']> {
  const { createdAt, draft, ...given } = job;
  return {
    ...given,
    status: 'active',
    phase: 'queued',
    title: null,
    round: 1,
    roundStartedAt: createdAt,
    baseBranch: null,
    baseCommit: null,
    branch: null,
    commit: null,
    validations: 0,
    steps: 0,
    createdAt,
    updatedAt: createdAt,
    endedAt: null,
    archivedAt: null,
    ...toColumns({
      draft,
      pullRequest: null,
      finish: null,
      findings: [],
      todo: [],
      error: null,
      usage: noUsage,
      proof: null,
      waitsFor: null,
    }),
  } as Insertable<JobTables['jobs']>;
}

const noUsage: JobUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costMicros: 0 };

const jsonColumns = [
  'pullRequest',
  'finish',
  'findings',
  'todo',
  'error',
  'usage',
  'proof',
  'waitsFor',
] as const;

/** Converts records to the columns of the tables. */
export function toColumns(changes: JobChanges): Updateable<JobTables['jobs']> {
  const columns: Record<string, unknown> = { ...changes };
  for (const name of jsonColumns) {
    if (name in changes) columns[name] = changes[name] == null ? null : JSON.stringify(changes[name]);
  }
  if (changes.draft !== undefined) columns['draft'] = changes.draft ? 1 : 0;
  return columns as Updateable<JobTables['jobs']>;
}

export function toJob(row: Row): Job {
  const parse = (text: string | null) => (text === null ? null : JSON.parse(text));
  return {
    ...row,
    draft: row.draft === 1,
    pullRequest: parse(row.pullRequest),
    finish: parse(row.finish),
    findings: parse(row.findings) ?? [],
    todo: parse(row.todo) ?? [],
    error: parse(row.error),
    usage: parse(row.usage),
    proof: parse(row.proof),
    waitsFor: parse(row.waitsFor),
  };
}
