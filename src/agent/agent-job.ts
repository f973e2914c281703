import { gapOfJob } from '../store/gap-loops.ts';
import { listFileNames } from '../store/job-work.ts';
import { firstRequest, type Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { describeFinding, type Finding } from './checks/finding.ts';
import type { Finish, TodoItem } from './tools/tool.ts';

/** A job as the API shows it: the contract's fields first, then what helps people who watch. */
export type AgentJob = {
  id: string;
  status: Job['status'];
  source: { repository: string; ref: string };
  model: string;
  /** The pull request; null while the job is active or when no file was changed. */
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
  title: string | null;
  /** The first request. */
  prompt: string;
  error: { code: string; message: string } | null;
  phase: Job['phase'] | null;
  todo: TodoItem[];
  steps: number;
  /** Changed so far. */
  files: string[];
  summary: string[];
  findings: string[];
  usage: { inputTokens: number; outputTokens: number; cachedInputTokens: number; costUsd: number };
  /** The content gap that it is to close. */
  gapId: string | null;
  updatedAt: string;
  endedAt: string | null;
};

export async function agentJobOf(store: Store, job: Job): Promise<AgentJob> {
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
    prompt: await firstRequest(store, job.id),
    error: job.error,
    phase: job.status === 'active' ? job.phase : null,
    todo: job.todo as TodoItem[],
    steps: job.steps,
    files: await listFileNames(store, job.id),
    summary: (job.finish as Finish | null)?.summary ?? [],
    findings: (job.findings as Finding[]).map(describeFinding),
    usage: { ...tokens, costUsd: costMicros / 1_000_000 },
    gapId: await gapOfJob(store, job.id),
    updatedAt: time(job.updatedAt)!,
    endedAt: time(job.endedAt),
  };
}
