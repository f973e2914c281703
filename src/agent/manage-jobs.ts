import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { sourceName } from '../accounts/manage-projects.ts';
import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { quoted } from '../lib/quoted.ts';
import {
  addJob,
  changeJob,
  findByRequest,
  findJob,
  type Job,
  type JobChanges,
  type JobRequest,
} from '../store/jobs.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { moveJob, nextRound } from './move-job.ts';
import type { JobPhase } from '../lib/job-status.ts';
import { program } from '../lib/program.ts';

export type JobOrder = {
  prompt: string;
  ref: string | null;
  draft: boolean;
  /** The display name of the person who asks. */ by?: string | null;
};

/** An `Idempotency-Key` and a digest of the body that it came with. */
export function jobRequest(key: string | undefined, body: unknown): JobRequest | null {
  if (key === undefined) return null;
  return { key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}

/**
 * The job that an earlier request with the same key created; undefined without one.
 * @throws DocentError `conflict` when that request had another body
 */
export async function earlierJob(
  store: Store,
  project: Project,
  request: JobRequest | null,
): Promise<Job | undefined> {
  return request === null ? undefined : sameRequest(await findByRequest(store, project.id, request));
}

/** Characters. */
export const maxPromptLength = 50_000;

/** @throws DocentError `invalid_request` */
function checkPrompt(text: string): void {
  if (text.trim() === '') throw new DocentError('invalid_request', 'The prompt is empty.');
  if (text.length > maxPromptLength) {
    throw new DocentError('invalid_request', 'The prompt is longer than 50,000 characters. Shorten it.');
  }
}

/** Checks that the project has a repository for its jobs. @throws DocentError `conflict` */
function requireRepository({ settings, sources: [source] }: Project): void {
  if (settings.repository !== undefined || source?.kind === 'folder') return;
  const isHere = source?.kind === 'git' && source.url.startsWith('file://');
  if (source?.kind === 'git' && source.trusted === true && !isHere) return;
  const connect = `connect the repository of its docs with \`${program} projects connect\``;
  throw new DocentError(
    'conflict',
    isHere
      ? `A repository that is read by file:// has no pull requests. Give the project its folder as the source instead, or ${connect}.`
      : `This project has no repository that jobs could change: ${connect}.`,
  );
}

/** @throws DocentError `conflict`, `invalid_request` */
export async function createJob(
  store: Store,
  project: Project,
  order: JobOrder,
  model: string,
  request: JobRequest | null,
): Promise<Job> {
  checkPrompt(order.prompt);
  requireRepository(project);
  const job = { id: newId('job'), projectId: project.id, model, repository: repositoryOf(project), ...order };
  return sameRequest(await addJob(store, { ...job, createdAt: await store.now() }, request))!;
}

function sameRequest(job: Job | 'conflict' | undefined): Job | undefined {
  if (job !== 'conflict') return job;
  throw new DocentError('conflict', 'This Idempotency-Key was used with another body. Use a new key.');
}

function repositoryOf({ sources: [source], settings }: Project): string {
  return settings.repository?.url ?? basename(sourceName(source!));
}

/** @throws DocentError `not_found`, also for a job of another project */
export async function getJob(store: Store, project: Project, id: string): Promise<Job> {
  const job = await findJob(store, { projectId: project.id, id });
  if (job === undefined) throw new DocentError('not_found', 'There is no such job in this project.');
  return job;
}

/** A job that accepts messages. @throws DocentError `not_found`, `conflict` */
export async function getOpenJob(store: Store, project: Project, id: string): Promise<Job> {
  const job = await getJob(store, project, id);
  moveJob(job.status, 'follow-up');
  return job;
}

/** A person's comment on one line of a job's change. */
type LineComment = {
  /** The round of the diff, and whether it is the diff of the whole pull request. */
  round: number;
  whole: boolean;
  file: string;
  /** A line number of the new file, or of the old file for a removed line. */
  side: 'old' | 'new';
  line: number;
  /** The text of the line. */
  quote: string;
  text: string;
};

type Review = { text: string; comments: readonly LineComment[] };

/** A review as a message to the agent. Quoted lines of the docs are between tags, as all untrusted text. */
export function messageOfReview({ text, comments }: Review): string {
  const about = comments.map(({ file, side, line, quote, text }) => {
    const where = side === 'new' ? `line ${line}` : `a line that you removed (it was line ${line})`;
    return `${file}, ${where}:\n${quoted('diff', quote)}\n${text}`;
  });
  const head =
    comments.length === 0
      ? []
      : ['I reviewed the change, line by line. Do what each of these comments asks.'];
  return [...(text === '' ? [] : [text]), ...head, ...about].join('\n\n');
}

/** Phases between the fetch and the push, in which the changes are only in the database. */
const workPhases: JobPhase[] = ['running', 'validating', 'proving', 'committing'];

/**
 * Sends a message to a job. An active job's model sees it at its next step; an ended job becomes active again, with the
 * current `model` and on the same branch and pull request while that is open. Changes of a failed job are kept.
 * @param comments on lines of its change, as of a review
 * @throws DocentError `not_found`, `conflict`, `invalid_request`
 */
export async function sendMessage(
  store: Store,
  project: Project,
  id: string,
  text: string,
  model: string,
  by: string | null = null,
  author: 'person' | 'checks' = 'person',
  comments: Review['comments'] = [],
): Promise<Job> {
  const said = { text: messageOfReview({ text, comments }), by, author };
  const event = { type: 'message', text, ...(comments.length > 0 && { comments }) };
  return tell(store, project, id, said, event, model);
}

/** Retries a failed job from its current state. @throws DocentError `not_found`, `conflict` */
export async function retryJob(store: Store, project: Project, id: string, model: string): Promise<Job> {
  const job = await getJob(store, project, id);
  if (job.status !== 'failed')
    throw new DocentError('conflict', 'Only a job that failed can be tried again.');
  const why = job.error === null ? '' : ` ${job.error.message}`;
  const text = `You were stopped before the change was published.${why} Go on from what is there, and finish it.`;
  const said = { text, by: null, author: 'checks' as const };
  return tell(store, project, id, said, { type: 'retry' }, model);
}

/** @param event for people who watch, to which the round that answers it is added */
async function tell(
  store: Store,
  project: Project,
  id: string,
  said: { text: string; by: string | null; author: 'person' | 'checks' },
  event: object,
  model: string,
): Promise<Job> {
  checkPrompt(said.text);
  return changeWhen(store, project, id, async (job) => {
    const status = moveJob(job.status, 'follow-up');
    const told = { ...event, round: answeringRound(job) };
    if (job.status === 'active') return changeJob(store, job, backToWork(job), [told], said);
    const isHalfDone = job.status === 'failed' && workPhases.includes(job.phase);
    const changes = nextRound(job, isHalfDone ? 'running' : 'queued', await store.now(), model);
    return changeJob(store, job, changes, [told, { type: 'status', status }], said);
  });
}

/** The round that answers a message sent now: once publishing, a round does not change. */
const answeringRound = ({ status, phase, round }: Job) =>
  status === 'active' && phase !== 'publishing' ? round : round + 1;

/** Starts a round of an ended job without a message, because its base has moved on. Leaves an active job alone. */
export function beginFurtherRound(store: Store, project: Project, id: string, model: string): Promise<Job> {
  return changeWhen(store, project, id, async (job) => {
    if (job.status === 'active') return job;
    const status = moveJob(job.status, 'follow-up');
    const changes = nextRound(job, 'queued', await store.now(), model);
    return changeJob(store, job, changes, [{ type: 'status', status }]);
  });
}

/**
 * A message between the model's finish and the push ends the worker's claim and sends the work back to the model.
 * Before that, the model sees the message anyway; after it, a new round begins when this one ends.
 */
function backToWork({ phase }: Job): JobChanges {
  if (phase === 'running' || !workPhases.includes(phase)) return {};
  return { phase: 'running', finish: null, waitsFor: null };
}

/** @throws DocentError `not_found`, `conflict` */
export function cancelJob(store: Store, project: Project, id: string): Promise<Job> {
  return changeWhen(store, project, id, async (job) => {
    const status = moveJob(job.status, 'cancel');
    const error = { code: 'cancelled', message: 'The job was cancelled. Send it a message to go on.' };
    const changes = { status, error, endedAt: await store.now() };
    return changeJob(store, job, changes, [{ type: 'status', status, error }]);
  });
}

/** @throws DocentError `not_found`, `conflict` */
export function archiveJob(store: Store, project: Project, id: string): Promise<Job> {
  return changeWhen(store, project, id, async (job) => {
    const status = moveJob(job.status, 'archive');
    if (job.status === 'archived') return job;
    return changeJob(store, job, { status, archivedAt: await store.now() }, [{ type: 'status', status }]);
  });
}

/** Reads and writes the job again until no other writer came in between. */
async function changeWhen(
  store: Store,
  project: Project,
  id: string,
  attempt: (job: Job) => Promise<Job | undefined>,
): Promise<Job> {
  for (;;) {
    const changed = await attempt(await getJob(store, project, id));
    if (changed !== undefined) return changed;
  }
}
