import { setTimeout } from 'node:timers/promises';
import { type JobEvent, listEvents } from '../store/job-events.ts';
import { findJob } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';

export type { JobEvent };

/** How often a watched job is looked at; the events come from whichever process works on it. */
const lookEveryMs = 300;
const page = 200;

/**
 * What happens in a job, from the event after `after` on, until it is no longer active or the watcher leaves.
 * Null stands for a look that found nothing new.
 */
export async function* watchJob(
  store: Store,
  job: { projectId: string; id: string },
  after: number,
  signal: AbortSignal,
): AsyncGenerator<JobEvent | null> {
  let last = after;
  while (!signal.aborted) {
    // Looked at before its events, so that an ended job's last ones are not missed.
    const active = (await findJob(store, job))?.status === 'active';
    const events = await listEvents(store, job.id, last, page);
    for (const event of events) yield event;
    last = events.at(-1)?.nth ?? last;
    if (events.length === page) continue;
    if (!active) return;
    yield null;
    await setTimeout(lookEveryMs, undefined, { signal }).catch(() => {});
  }
}
