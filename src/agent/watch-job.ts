import { setTimeout } from 'node:timers/promises';
import { type JobEvent, listEvents } from '../store/job-events.ts';
import { findJob } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';

export type { JobEvent };

/** Milliseconds between two polls of a watched job, whose events may come from another process. */
const lookEveryMs = 300;
const page = 200;

/**
 * A job's events after `after`, until the job is no longer active or the watcher leaves.
 * Null stands for a poll without new events.
 */
export async function* watchJob(
  store: Store,
  job: { projectId: string; id: string },
  after: number,
  signal: AbortSignal,
): AsyncGenerator<JobEvent | null> {
  let last = after;
  while (!signal.aborted) {
    // The job is read before its events, so that the last events of an ended job are not missed.
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
