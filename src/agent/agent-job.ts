import { gapsOfJobs } from '../store/gap-loops.ts';
import { listFileNames } from '../store/job-work.ts';
import { firstRequests, type Job, type JobProof } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { describeFinding, type Finding } from './checks/finding.ts';
import type { Finish, TodoItem } from './tools/tool.ts';

/** A job as the API shows it: first the fields that the contract fixes, then further ones for people who watch. */
type AgentJob = {
  id: string;
  status: Job['status'];
  source: { repository: string; ref: string };
  model: string;
  /** The pull request; null while the job is active or when no file was changed. */
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
  title: string | null;
  /** The first message of the person who asked for the job. */
  prompt: string;
  error: { code: string; message: string } | null;
  phase: Job['phase'] | null;
  todo: TodoItem[];
  steps: number;
  /** Paths of the files changed so far. */
  files: string[];
  summary: string[];
  findings: string[];
  usage: { inputTokens: number; outputTokens: number; cachedInputTokens: number; costUsd: number };
  /** What the change does to the answers of readers' questions; null where there was nothing to ask. */
  proof: Pick<JobProof, 'asked' | 'gained' | 'lost' | 'same' | 'questions'> | null;
  /** What it waits for before it opens its pull request; null when it does not. */
  waitsFor: string | null;
  /** The id of the content gap that the job should close. */
  gapId: string | null;
  updatedAt: string;
  endedAt: string | null;
};

export async function agentJobOf(store: Store, job: Job): Promise<AgentJob> {
  return (await agentJobsOf(store, [job]))[0]!;
}

/** The same for a page of jobs, with the same number of queries. */
export async function agentJobsOf(store: Store, jobs: readonly Job[]): Promise<AgentJob[]> {
  const ids = jobs.map(({ id }) => id);
  const [prompts, files, gaps] = await Promise.all([
    firstRequests(store, ids),
    listFileNames(store, ids),
    gapsOfJobs(store, ids),
  ]);
  return jobs.map((job) =>
    showJob(job, {
      prompt: prompts.get(job.id)!,
      files: files.get(job.id)!,
      gapId: gaps.get(job.id) ?? null,
    }),
  );
}

function showJob(job: Job, { prompt, files, gapId }: Pick<AgentJob, 'prompt' | 'files' | 'gapId'>): AgentJob {
  const { costMicros, ...tokens } = job.usage;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.ref ?? job.baseBranch ?? 'HEAD' },
    model: job.model,
    prLink: job.status === 'active' ? null : (job.pullRequest?.url ?? null),
    createdAt: time(job.createdAt)!,
    archivedAt: time(job.archivedAt),
    title: job.title,
    prompt,
    error: job.error,
    phase: job.status === 'active' ? job.phase : null,
    todo: job.todo as TodoItem[],
    steps: job.steps,
    files,
    summary: (job.finish as Finish | null)?.summary ?? [],
    findings: (job.findings as Finding[]).map(describeFinding),
    usage: { ...tokens, costUsd: costMicros / 1_000_000 },
    proof: job.proof && shownProof(job.proof),
    waitsFor: job.status === 'active' ? (job.waitsFor?.reason ?? null) : null,
    gapId,
    updatedAt: time(job.updatedAt)!,
    endedAt: time(job.endedAt),
  };
}

const shownProof = ({ asked, gained, lost, same, questions }: JobProof) => ({
  asked,
  gained,
  lost,
  same,
  questions,
});
