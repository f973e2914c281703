import { gapsOfJobs } from '../store/gap-loops.ts';
import { listFileNames } from '../store/job-work.ts';
import { firstRequests, type Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { describeFinding, type Finding } from './checks/finding.ts';
import type { Finish, TodoItem } from './tools/tool.ts';

/** A job as the API shows it. */
export async function agentJobOf(store: Store, job: Job) {
  return (await agentJobsOf(store, [job]))[0]!;
}

/** The same for a page of jobs, with the same number of queries. */
export async function agentJobsOf(store: Store, jobs: readonly Job[]) {
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

/** First the fields that the contract fixes, then further ones for people who watch. */
function showJob(
  job: Job,
  { prompt, files, gapId }: { prompt: string; files: string[]; gapId: string | null },
) {
  const { costMicros, ...tokens } = job.usage;
  const isActive = job.status === 'active';
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const shownProof = ({ asked, gained, lost, same, questions }: NonNullable<Job['proof']>) => {
    return { asked, gained, lost, same, questions };
  };
  return {
    id: job.id,
    status: job.status,
    source: { repository: job.repository, ref: job.ref ?? job.baseBranch ?? 'HEAD' },
    model: job.model,
    prLink: isActive ? null : (job.pullRequest?.url ?? null),
    createdAt: time(job.createdAt)!,
    archivedAt: time(job.archivedAt),
    title: job.title,
    prompt,
    error: job.error,
    phase: isActive ? job.phase : null,
    todo: job.todo as TodoItem[],
    steps: job.steps,
    files,
    summary: (job.finish as Finish | null)?.summary ?? [],
    findings: (job.findings as Finding[]).map(describeFinding),
    usage: { ...tokens, costUsd: costMicros / 1_000_000 },
    proof: job.proof && shownProof(job.proof),
    waitsFor: isActive ? (job.waitsFor?.reason ?? null) : null,
    gapId,
    updatedAt: time(job.updatedAt)!,
    endedAt: time(job.endedAt),
  };
}
