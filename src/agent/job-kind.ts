import { jobWork } from '../store/jobs.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { AgentRooms } from './rooms.ts';
import { workOnJob } from './work-on-job.ts';

/** Jobs, as background work. */
export function jobKind(rooms: AgentRooms): WorkKind {
  const { concurrency, mostStalls } = rooms.settings;
  return {
    name: jobWork,
    maxAtOnce: concurrency.perWorker,
    maxPerProject: concurrency.perProject,
    // What goes wrong with a job is on its record: this is of what cannot be written there. It is not given up before the job is.
    retryAfterMs: Array.from({ length: mostStalls + 1 }, () => 5_000),
    handle: (work, signal) => workOnJob(rooms, work, signal),
  };
}
