import { type JobFence, sendBack } from '../store/job-work.ts';
import type { Job, JobChanges } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { describeFinding, type Finding } from './checks/finding.ts';

const maxTold = 40;

/** Returns the work to the model with findings. @throws LostWork */
export function sendFindingsBack(
  store: Store,
  fence: JobFence,
  told: readonly Finding[],
  changes: JobChanges,
  events: readonly object[] = [],
): Promise<Job> {
  const shown = told.slice(0, maxTold).map(describeFinding).join('\n');
  const text = `The checks found something. Put it right unless it is meant as it is, then call finish again.\n${shown}`;
  return sendBack(store, fence, text, { ...changes, phase: 'running', finish: null }, [
    ...events,
    { type: 'checks', findings: told.map(describeFinding) },
    { type: 'phase', phase: 'running' },
  ]);
}
