import type { DeploymentCause } from '../../store/deploy-tables.ts';
import { findCurrentDeployment, findDeployment } from '../../store/deployments.ts';
import { changeGapLoop, findGapLoop, type GapLoop, gapWork } from '../../store/gap-loops.ts';
import { findTopic, updateTopic } from '../../store/topics.ts';
import { openQuestions } from './open-questions.ts';
import { findJobById } from '../../store/jobs.ts';
import { findProjectById, type Project } from '../../store/projects.ts';
import { inTransaction, type Store } from '../../store/store.ts';
import { noteCopies } from '../../store/turn-copies.ts';
import type { Work } from '../../store/work.ts';
import { retryForAWeek } from '../../work/retry-for-a-week.ts';
import type { WorkKind } from '../../work/work-kind.ts';
import type { AgentDeps } from '../deps.ts';
import { publicWords } from '../job-fault.ts';
import type { Finish } from '../tools/tool.ts';

/** The answer that the current docs give to a question. */
type NewAnswer = {
  status: 'answered' | 'partial' | 'unanswered' | 'failed';
  answer: string;
  citations: { url: string; title: string }[];
  deploymentId: string;
};

type GapDeps = Pick<AgentDeps, 'store' | 'openRepository'> & {
  /** Asks as a reader would, without recording the conversation. */
  ask(project: Project, question: string, signal: AbortSignal): Promise<NewAnswer>;
  /** @returns the id of the deployment */
  deploy(project: Project, cause: DeploymentCause): Promise<string>;
};

type Step = { afterMs: number; tries?: 'reset' } | undefined;

/** Milliseconds between two polls of a pull request; this server's own merges and deployments need no poll. */
const lookAgain = { afterMs: 30_000, tries: 'reset' as const };
const maxDeployMs = 24 * 3600_000;
const lookForDeployment = { afterMs: 5_000, tries: 'reset' as const };
/** The provider may be down for a moment. */
const maxFailures = 5;

/**
 * Follows a gap from its job to its proof: the change is merged, its docs are live, and the same questions get answers.
 * When that fails, the gap is open again, with the reason.
 */
export function gapKind(deps: GapDeps): WorkKind {
  return {
    name: gapWork,
    maxAtOnce: 2,
    retryAfterMs: retryForAWeek,
    handle: (work, signal) =>
      followGap(deps, work, signal).catch((error: unknown) => giveUp(deps, work, signal, error)),
  };
}

/** No gap waits for ever: what fails again and again opens it, with the reason. */
async function giveUp(deps: GapDeps, work: Work, signal: AbortSignal, error: unknown): Promise<Step> {
  signal.throwIfAborted();
  const loop = await findGapLoop(deps.store, work.subject);
  const most = loop?.state === 'merged' ? maxFailures : retryForAWeek.length;
  if (loop === undefined || work.tries <= most) throw error;
  return reopen(deps, loop, `Whether it is answered now could not be found out. ${publicWords(error)}`);
}

async function followGap(deps: GapDeps, work: Work, signal: AbortSignal): Promise<Step> {
  const loop = await findGapLoop(deps.store, work.subject);
  const gap = loop && (await findTopic(deps.store, { projectId: loop.projectId, id: loop.gapId }));
  // A person solved, dismissed or deleted the gap meanwhile.
  if (loop === undefined || gap?.status !== 'open') return undefined;
  const project = await findProjectById(deps.store, loop.projectId);
  if (project === undefined) return undefined;
  if (loop.state === 'working') return awaitMerge(deps, project, loop);
  if (loop.state === 'merged') return askAgain(deps, project, loop, work.tries, signal);
  return undefined;
}

async function awaitMerge(deps: GapDeps, project: Project, loop: GapLoop): Promise<Step> {
  const { store } = deps;
  const job = await findJobById(store, loop.jobId);
  if (job === undefined) return reopen(deps, loop, 'Its job was deleted.');
  if (job.status === 'active') return lookAgain;
  if (job.status === 'failed')
    return reopen(deps, loop, `Its job failed: ${job.error?.message ?? 'no reason is known.'}`);
  if (job.pullRequest === null || job.branch === null) {
    const words = ((job.finish as Finish | null)?.summary ?? []).join(' ').slice(0, 500);
    return reopen(deps, loop, `Its job changed nothing. ${words}`.trim());
  }
  const { forge } = await deps.openRepository(project.id);
  const pull = await forge.findPullRequest(job.branch, job.baseBranch!);
  if (pull?.state === 'open') return lookAgain;
  if (pull?.state !== 'merged')
    return reopen(deps, loop, 'The pull request was closed without being merged.');
  const deploymentId = await deps.deploy(project, 'push');
  await changeGapLoop(store, loop, { state: 'merged', deploymentId });
  return lookForDeployment;
}

async function askAgain(
  deps: GapDeps,
  project: Project,
  loop: GapLoop,
  tries: number,
  signal: AbortSignal,
): Promise<Step> {
  const { store } = deps;
  const deployment = await findDeployment(store, {
    organizationId: project.organizationId,
    id: loop.deploymentId!,
  });
  if (project.settings.pinned === true)
    return reopen(deps, loop, 'The change was merged, and the project is pinned to docs without it.');
  const isOver = deployment === undefined || deployment.status === 'failure';
  if (isOver && !(await isLiveSince(store, project, loop.updatedAt)))
    return reopen(deps, loop, 'The change was merged, and its docs could not be deployed.');
  if (!isOver && deployment.status !== 'success') {
    if ((await store.now()) < loop.updatedAt + maxDeployMs) return lookForDeployment;
    return reopen(deps, loop, 'The change was merged, and its docs did not become live within a day.');
  }
  const questions = await openQuestions(store, loop.gapId);
  const answers: (NewAnswer & { question: string })[] = [];
  for (const { text } of questions) {
    signal.throwIfAborted();
    answers.push({ question: text, ...(await deps.ask(project, text, signal)) });
  }
  if (answers.some(({ status }) => status === 'failed') && tries < maxFailures) return { afterMs: 30_000 };
  const open = answers
    .filter(({ status }) => status !== 'answered')
    .map(({ question }) => `“${question.slice(0, 200)}”`);
  if (answers.length === 0)
    return reopen(deps, loop, 'No question of it is left that the docs do not answer.');
  const turnIds = questions.flatMap(({ turnIds }) => turnIds);
  if (open.length > 0)
    return reopen(
      deps,
      loop,
      `The change is live, and this is still not answered: ${open.join(', ')}`,
      turnIds,
    );
  const { answer, citations, deploymentId } = answers[0]!;
  return inTransaction(store, async (store) => {
    if (!(await noteCopies(store, copyOf(loop), turnIds))) return lookAgain;
    const proof = { answer, citations, deploymentId, checkedAt: await store.now() };
    await changeGapLoop(store, loop, { state: 'solved', proof, reason: null });
    const by = { projectId: loop.projectId, id: loop.gapId };
    await updateTopic(store, by, { status: 'solved' }, { byPerson: false });
    return undefined;
  });
}

/** Whether a deployment after a time is live, whatever asked for it. */
async function isLiveSince(store: Store, { id }: Project, time: number): Promise<boolean> {
  const live = await findCurrentDeployment(store, id);
  return live !== undefined && live.createdAt >= time;
}

const copyOf = ({ jobId }: GapLoop) => ({ kind: 'loop', subject: jobId }) as const;

/** @param turnIds the turns whose questions the reason quotes; if one was deleted meanwhile, the gap is read again */
async function reopen(
  { store }: GapDeps,
  loop: GapLoop,
  reason: string,
  turnIds: (string | null)[] = [],
): Promise<Step> {
  return inTransaction(store, async (store) => {
    if (!(await noteCopies(store, copyOf(loop), turnIds))) return lookAgain;
    await changeGapLoop(store, loop, { state: 'reopened', reason });
    return undefined;
  });
}
