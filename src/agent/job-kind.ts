import { jobWork } from '../store/jobs.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { AgentDeps } from './deps.ts';
import { workOnJob } from './work-on-job.ts';

/** Jobs, as background work. */
export function jobKind(deps: AgentDeps): WorkKind {
  const { concurrency, maxStalls } = deps.settings;
  return {
    name: jobWork,
    maxAtOnce: concurrency.perWorker,
    maxPerProject: concurrency.perProject,
    // What goes wrong with a job is on its record: this is of what cannot be written there. It is not given up before the job is.
    retryAfterMs: Array.from({ length: maxStalls + 1 }, () => 5_000),
    handle: (work, signal) => workOnJob(deps, work, signal),
  };
}
