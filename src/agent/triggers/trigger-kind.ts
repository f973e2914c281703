import { DocentError } from '../../errors.ts';
import type { Forge } from '../../forges/forge.ts';
import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import { ForgeFault, passingForgeFaults } from '../../git/forge-fault.ts';
import { findJob, type Job } from '../../store/jobs.ts';
import { findProjectById, type Project } from '../../store/projects.ts';
import { inTransaction, type Store } from '../../store/store.ts';
import {
  countRounds,
  countStarted,
  endTrigger,
  findTrigger,
  noteAbout,
  noteFailedTry,
  noteWaiting,
  type Trigger,
  triggerWork,
} from '../../store/triggers.ts';
import { requestWork, type Work } from '../../store/work.ts';
import { retryForAWeek } from '../../work/retry-for-a-week.ts';
import type { WorkKind } from '../../work/work-kind.ts';
import { codeSources } from '../code-sources.ts';
import { type AgentDeps, fixer } from '../deps.ts';
import { publicWords } from '../job-fault.ts';
import { beginFurtherRound, createJob, getOpenJob, sendMessage } from '../manage-jobs.ts';
import type { PullRequestEvent } from '../pulls/pull-request-event.ts';
import { batchOf, nextInLine, type OpenJob, openJobOf, waitForBatch, waitForPeople } from './backlog.ts';
import { codeRepositoryAt } from './notice-event.ts';
import { type MergeDeps, readMerge } from './read-merge.ts';
import { promptOfChecks, promptOfMerge, promptOfRelease, promptOfReview } from './trigger-prompt.ts';

type TriggerDeps = MergeDeps & Pick<AgentDeps, 'store' | 'openRepository' | 'modelName'>;

/** One firing of a project's schedule. */
export type ScheduleEvent = { kind: 'scheduled'; name: string; prompt: string };

const defaultJobsPerDay = 10;
const dayMs = 86_400_000;

/** The trigger starts no job; the message says why. */
class Ignored extends Error {}

/** Handles triggers: reads the event, and starts or continues a job when there is work. */
export function triggerKind(deps: TriggerDeps): WorkKind {
  return {
    name: triggerWork,
    maxAtOnce: 4,
    maxPerProject: 1,
    retryAfterMs: retryForAWeek,
    handle: (work, signal) => lookAt(deps, work, signal),
  };
}

async function lookAt(deps: TriggerDeps, { subject }: Work, signal: AbortSignal): Promise<void> {
  const trigger = await findTrigger(deps.store, subject);
  const project = trigger && (await findProjectById(deps.store, trigger.projectId));
  if (project !== undefined && trigger?.outcome === 'waiting') await handle(deps, project, trigger, signal);
}

async function handle(
  deps: TriggerDeps,
  project: Project,
  trigger: Trigger,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  try {
    if (trigger.kind === 'review') return await passOn(deps, project, trigger);
    if (trigger.kind === 'checks' || trigger.kind === 'conflict') return await goOn(deps, project, trigger);
    await requireRoom(deps, project);
    const prefix = commonPrefix(trigger);
    const open = prefix === null ? null : await openJobOf(deps, project, trigger, prefix);
    if (open !== null && trigger.kind === 'schedule') throw new Ignored(stillOpen(open));
    const wait =
      (await waitForBatch(store, project, trigger)) ??
      (open === null ? await waitForPeople(deps, project) : null);
    if (wait !== null) {
      await noteWaiting(store, trigger.id, wait.reason);
      return await lookLater(store, trigger, wait.afterMs);
    }
    const next = open === null ? await nextInLine(store, project, trigger) : trigger;
    if (next.id !== trigger.id) {
      await handle(deps, project, next, signal);
      return await lookLater(store, trigger, 1_000);
    }
    await startJob(deps, project, trigger, open, signal);
    // More waited than one job takes.
    if ((await findTrigger(store, trigger.id))?.outcome === 'waiting') await lookLater(store, trigger, 1_000);
  } catch (error) {
    signal.throwIfAborted();
    if (isFinal(error)) await endTrigger(store, trigger.id, { outcome: 'ignored', reason: error.message });
    else await tryAgain(deps, trigger, error);
  }
}

/** A fault that may pass: it is tried again for a week, and then shown as failed until a person has it tried again. */
async function tryAgain({ store, log }: TriggerDeps, trigger: Trigger, error: unknown): Promise<void> {
  const { id, projectId, tries } = trigger;
  log.warn({ projectId, trigger: id, error }, 'a trigger could not be handled');
  const why = publicWords(error);
  const afterMs = retryForAWeek[tries];
  if (afterMs === undefined)
    return endTrigger(store, id, { outcome: 'failed', reason: `It was tried for a week. ${why}` });
  await noteFailedTry(store, id, `It could not be handled, and is tried again. ${why}`);
  await lookLater(store, trigger, afterMs);
}

/** What will be no better the next time. */
function isFinal(error: unknown): error is Error {
  return (
    error instanceof Ignored ||
    (error instanceof ForgeFault && !passingForgeFaults.includes(error.code)) ||
    (error instanceof DocentError && ['conflict', 'invalid_request'].includes(error.code))
  );
}

/** The kind of work that brings back a trigger which waits; its subject is the trigger's id. */
const waitWork = 'waiting-trigger';

/** As work of the kind of triggers, what waits would hold up all that comes after it. */
function lookLater(store: Store, { id, projectId }: Trigger, afterMs: number): Promise<void> {
  return requestWork(store, { kind: waitWork, subject: id, projectId, afterMs });
}

/** Brings back triggers that have waited long enough. */
export function waitingTriggerKind(store: Store): WorkKind {
  return {
    name: waitWork,
    maxAtOnce: 4,
    retryAfterMs: retryForAWeek,
    handle: ({ subject, projectId }) => requestWork(store, { kind: triggerWork, subject, projectId }),
  };
}

/** Starts or continues a job for a trigger, and for the merges that waited with it. */
async function startJob(
  deps: TriggerDeps,
  project: Project,
  trigger: Trigger,
  open: OpenJob | null,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const batch = await batchOf(store, project, trigger);
  const all = batch.length > 0 ? batch : [trigger];
  const told: { id: string; prompt: string }[] = [];
  for (const one of all) {
    try {
      told.push({ id: one.id, prompt: await promptOf(deps, project, one, 1 / all.length, signal) });
    } catch (error) {
      signal.throwIfAborted();
      if (one.id === trigger.id) throw error;
      // Another repository's fault is its own: its own work tries again what may pass.
      if (isFinal(error)) await endTrigger(store, one.id, { outcome: 'ignored', reason: error.message });
    }
  }
  if (told.length === 0) return;
  const prompt = told.map((one) => one.prompt).join('\n\n');
  await inTransaction(store, async (store) => {
    const order = { prompt, ref: null, draft: false };
    const { id: jobId } =
      open === null
        ? await createJob(store, project, order, deps.modelName, null)
        : await sendMessage(store, project, open.job.id, prompt, deps.modelName);
    for (const { id } of told) await endTrigger(store, id, { outcome: 'job', jobId });
  });
}

/** The common prefix of subjects that share one open pull request; null for a subject with its own. */
function commonPrefix({ kind, subject, about }: Trigger): string | null {
  if (kind === 'schedule') return subject.slice(0, subject.lastIndexOf('@') + 1);
  const { tag } = about as { tag?: string };
  return tag === undefined ? null : subject.slice(0, subject.length - tag.length);
}

const stillOpen = ({ job, url }: OpenJob) =>
  url === null
    ? `The previous job, ${job.id}, is still active.`
    : `The previous pull request is still open: ${url}`;

/** A reviewer's comment continues the job of its pull request. */
async function passOn(
  { store, modelName, openRepository }: TriggerDeps,
  project: Project,
  trigger: Trigger,
): Promise<void> {
  const [id = ''] = trigger.subject.split('/');
  const job = await findJob(store, { projectId: project.id, id });
  if (job === undefined || job.status === 'archived') throw new Ignored('The job is archived.');
  const comment = trigger.about as Extract<CodeEvent, { kind: 'reviewed' }>;
  const { forge } = await openRepository(project.id);
  await requireOpen(forge, job);
  if ((await forge.ownLogin()) === comment.author) throw new Ignored('The comment is from our own account.');
  if (!(await forge.mayPush(comment.author)))
    throw new Ignored(
      `Only comments of people who may push to the repository count; ${comment.author} may not.`,
    );
  const text = promptOfReview(comment);
  await inTransaction(store, async (store) => {
    await sendMessage(store, project, id, text, modelName, `${comment.author}, in a review`);
    await endTrigger(store, trigger.id, { outcome: 'job', jobId: id });
  });
}

/** After a merge or close, only a person continues a job. @throws Ignored */
async function requireOpen(forge: Forge, { id, status, pullRequest }: Job): Promise<void> {
  const { state } = pullRequest === null ? { state: 'closed' } : await forge.readPullRequest(pullRequest.id);
  if (state === 'open' || status === 'active') return;
  throw new Ignored(`Its pull request is ${state}. Send the job ${id} a message to begin another.`);
}

/** Maximum rounds per job that failing checks, or conflicts, may start. */
const maxRounds = { checks: 2, conflict: 3 };

/** Failing checks, and conflicts with the base, continue the job of the pull request. */
async function goOn(
  { store, modelName, openRepository }: TriggerDeps,
  project: Project,
  trigger: Trigger,
): Promise<void> {
  const [id = ''] = trigger.subject.split('/');
  const { forge } = await openRepository(project.id);
  await requireOpen(forge, await getOpenJob(store, project, id));
  const about = trigger.about as PullRequestEvent;
  const rounds = await countRounds(store, id, about.kind);
  if (rounds >= maxRounds[about.kind])
    throw new Ignored(`${rounds} rounds have worked on this already. A person has to look at it now.`);
  if (about.kind === 'checks' && modelName === fixer)
    throw new Ignored('Failing checks need a language model to fix them.');
  await inTransaction(store, async (store) => {
    if (about.kind === 'conflict') await beginFurtherRound(store, project, id, modelName);
    else await sendMessage(store, project, id, promptOfChecks(about.failed), modelName, null, 'checks');
    await endTrigger(store, trigger.id, { outcome: 'job', jobId: id });
  });
}

async function requireRoom({ store }: TriggerDeps, project: Project): Promise<void> {
  const maxJobs = project.settings.triggers?.jobsPerDay ?? defaultJobsPerDay;
  const started = await countStarted(store, project.id, (await store.now()) - dayMs);
  if (started >= maxJobs)
    throw new Ignored(`${started} jobs were started in the last 24 hours, which is the limit.`);
}

async function promptOf(
  deps: TriggerDeps,
  project: Project,
  { id, kind, about }: Trigger,
  share: number,
  signal: AbortSignal,
): Promise<string> {
  if (kind === 'schedule') return (about as ScheduleEvent).prompt;
  const event = about as Extract<CodeEvent, { kind: 'merged' | 'released' }>;
  const repository = codeRepositoryAt(project, event.repository);
  if (repository === undefined) throw new Ignored('The repository is no longer connected.');
  const sources = codeSources(project, deps.readAccess);
  const { name } = sources.find(({ url }) => url === repository.url)!;
  if (event.kind === 'released') return promptOfRelease(event, name);
  const change = await readMerge(deps, project, repository, event, signal);
  if (change === null) throw new Ignored('None of its files matches the repository’s paths for the docs.');
  const { diff, claims } = change;
  if (claims.length > 0) await noteAbout(deps.store, { id, about: { ...event, claims } });
  return promptOfMerge(event, name, { diff, claims, share });
}
