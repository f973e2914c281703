import { jobWork } from '../store/jobs.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { AgentDeps } from './deps.ts';

/** Agent jobs as a kind of background work. */
export function jobKind(deps: AgentDeps): WorkKind {
  const { concurrency, maxStalls } = deps.settings;
  return {
    name: jobWork,
    maxAtOnce: concurrency.perWorker,
    maxPerProject: concurrency.perProject,
    // Only for faults that could not be written to the job's record; these tries must not end before the job does.
    retryAfterMs: Array.from({ length: maxStalls + 1 }, () => 5_000),
    // Loaded for the first job, with the model's tools and the checks.
    handle: async (work, signal) => (await import('./work-on-job.ts')).workOnJob(deps, work, signal),
  };
}
