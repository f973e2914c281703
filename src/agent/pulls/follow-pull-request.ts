import type { Forge, PullRequestDetails } from '../../forges/forge.ts';
import { newId } from '../../lib/ids.ts';
import { changeJob, findJobById, type Job } from '../../store/jobs.ts';
import { findProjectById } from '../../store/projects.ts';
import { pullRequestWork } from '../../store/pull-request-work.ts';
import { addTrigger, listUnanswered, noteAnswered, type RoundAnswer } from '../../store/triggers.ts';
import { requestWork, type Work } from '../../store/work.ts';
import { retryForAWeek } from '../../work/retry-for-a-week.ts';
import type { WorkKind } from '../../work/work-kind.ts';
import type { AgentDeps } from '../deps.ts';
import { plainMarkdown } from '../plain-text.ts';
import type { PullRequestEvent } from './pull-request-event.ts';
import type { CodeEvent } from '../../forges/webhooks/code-events.ts';
import type { Store } from '../../store/store.ts';
import type { Finish } from '../tools/tool.ts';

type PullRequestDeps = Pick<AgentDeps, 'store' | 'openRepository' | 'log'>;

type Step = { afterMs: number; tries: 'reset' } | undefined;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const lastLook = 60 * day;
const archiveAfterDays = 30;

/** Failing checks of one round; the log of each costs requests. */
const maxFailed = 5;

/**
 * Follows the open pull requests of jobs: answers reviewers, and records failing checks and conflicts with the base,
 * once per commit. A record starts a round as any other trigger does.
 */
export function pullRequestKind(deps: PullRequestDeps): WorkKind {
  return {
    name: pullRequestWork,
    maxAtOnce: 2,
    retryAfterMs: retryForAWeek,
    handle: (work) => lookAt(deps, work),
  };
}

async function lookAt(deps: PullRequestDeps, work: Work): Promise<Step> {
  const { store } = deps;
  const job = await findJobById(store, work.subject);
  if (job === undefined || job.status === 'archived' || job.pullRequest === null) return undefined;
  if (job.status === 'active') return { afterMs: minute, tries: 'reset' };
  const now = await store.now();
  const age = now - job.updatedAt;
  const project = await findProjectById(store, job.projectId);
  const lasts = (project?.settings.archiveAfterDays ?? archiveAfterDays) * day;
  if (age > Math.max(lastLook, lasts + 30 * day)) return undefined;
  const { forge } = await deps.openRepository(job.projectId);
  await answerComments(store, forge, job);
  const pull = await forge.readPullRequest(job.pullRequest.id);
  const wasClosing = pull.state === 'closed' && work.input !== null;
  if (pull.state !== 'open' && !wasClosing) return undefined;
  if (wasClosing || now - Math.max(job.updatedAt, pull.updatedAt ?? 0) > lasts)
    return archive(deps, forge, job, pull, lasts);
  await noteConflict(deps, forge, job, pull);
  await noteFailedChecks(deps, forge, job, pull);
  return { afterMs: waitAt(age), tries: 'reset' };
}

/**
 * Closes a pull request that nobody has touched for so long, with a comment, and archives its job. Closes it first,
 * because the comment counts as a touch; the work's input lets a next try tell our close from a person's.
 */
async function archive(
  { store }: PullRequestDeps,
  forge: Forge,
  job: Job,
  pull: PullRequestDetails,
  lasts: number,
): Promise<undefined> {
  const marker = '<!-- docent:archived -->';
  const text = `Nobody has touched this for ${lasts / day} days, so it is closed and its job archived. The branch stays: reopen this pull request to go on with it by hand, or start a new job.\n\n${marker}`;
  if (pull.state === 'open') {
    const { id: subject, projectId } = job;
    const mark = { kind: pullRequestWork, subject, projectId, input: 'closing', afterMs: minute };
    await requestWork(store, mark);
    await forge.closePullRequest(pull.id);
  }
  await forge.answerComment(pull.id, { comment: null, isInline: false, text, marker, resolve: false });
  const archived = { status: 'archived' as const, archivedAt: await store.now() };
  await changeJob(store, job, archived, [{ type: 'status', status: 'archived' }]);
}

/** For servers without webhooks: new pull requests are polled often, old ones rarely. */
function waitAt(age: number): number {
  if (age < hour) return minute;
  return age < day ? 10 * minute : hour;
}

async function note(
  { store }: PullRequestDeps,
  job: Job,
  commit: string,
  about: PullRequestEvent,
): Promise<boolean> {
  const subject = `${job.id}/${commit}`;
  return addTrigger(store, { id: newId('trg'), projectId: job.projectId, kind: about.kind, subject, about });
}

async function noteConflict(
  deps: PullRequestDeps,
  forge: Forge,
  job: Job,
  pull: PullRequestDetails,
): Promise<void> {
  if (pull.hasConflicts !== true) return;
  const base = job.baseBranch!;
  const isNew = await note(deps, job, `${pull.head}-${pull.baseHead}`, { kind: 'conflict', base });
  if (isNew || job.status !== 'failed' || job.error?.code === 'cancelled') return;
  // The round that should have resolved the conflict is over.
  const marker = `<!-- docent:conflict:${pull.baseHead} -->`;
  const text = `This conflicts with \`${base}\`, and the docs agent could not resolve it: ${plainMarkdown(job.error?.message ?? 'no reason is known.')}\n\n${marker}`;
  await forge.answerComment(pull.id, { comment: null, isInline: false, text, marker, resolve: false });
}

/** Checks that fail on the base as well are ignored. */
async function noteFailedChecks(
  deps: PullRequestDeps,
  forge: Forge,
  job: Job,
  pull: PullRequestDetails,
): Promise<void> {
  const { state, failed } = await forge.readChecks(pull.head);
  if (state !== 'failed') return;
  const { failed: before } = await forge.readChecks(job.pullRequest!.since ?? pull.baseHead);
  const fresh = failed.filter(({ name }) => !before.some((each) => each.name === name));
  if (fresh.length === 0) return;
  const shown: Extract<PullRequestEvent, { kind: 'checks' }>['failed'] = [];
  for (const { name, url, readLog } of fresh.slice(0, maxFailed))
    shown.push({ name, url, log: await readLog() });
  await note(deps, job, pull.head, { kind: 'checks', failed: shown });
}

type Comment = Extract<CodeEvent, { kind: 'reviewed' }> & { answer?: RoundAnswer };

/** Answers each reviewer comment that a round dealt with, once, and resolves the threads that are settled. */
async function answerComments(store: Store, forge: Forge, job: Job): Promise<void> {
  for (const { id, about } of await listUnanswered(store, job.id)) {
    const comment = about as Comment;
    const marker = `<!-- docent:answer:${id} -->`;
    const { text, isDone } = answerOf(job, comment);
    await forge.answerComment(job.pullRequest!.id, {
      comment: comment.id,
      isInline: comment.path !== null,
      text: `${quoteOf(comment)}${plainMarkdown(text)}\n\n${marker}`,
      marker,
      resolve: isDone,
    });
    await noteAnswered(store, id);
  }
}

/** The model's answer, or else what became of the round, which settles nothing. */
function answerOf(job: Job, { answer }: Comment): { text: string; isDone: boolean } {
  if (answer !== undefined) return { text: answer.text, isDone: answer.done };
  if (job.status !== 'completed') {
    return { text: `This was not done: ${job.error?.message ?? 'the job ended.'}`, isDone: false };
  }
  const { summary = [] } = (job.finish ?? {}) as Partial<Finish>;
  return { text: summary.map((line) => `- ${line}`).join('\n') || 'Done.', isDone: false };
}

/** An answer that is not in the comment's thread quotes the comment. */
function quoteOf({ path, author, text }: Comment): string {
  if (path !== null) return '';
  const first = plainMarkdown(text.trim().split('\n')[0]!.slice(0, 200));
  return `> ${first}\n> — ${plainMarkdown(author)}\n\n`;
}
