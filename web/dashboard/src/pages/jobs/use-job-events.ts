import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readEvents } from '../../api/event-stream.ts';
import { jobPath } from '../../api/queries.ts';
import { ownPage, readError } from '../../api/request.ts';
import type { Job, JobEvent } from '../../../../../src/protocol/manage/job-schema.ts';

/** Milliseconds before a broken stream is opened again. */
const againMs = 2_000;
/** Events often come in groups: one reload of the job is enough for a group. */
const readingMs = 150;

/**
 * The past and new events of a job. After events the job itself is reloaded, so that the whole page shows the same
 * state.
 */
export function useJobEvents(
  projectId: string,
  { id, status }: Job,
): { events: JobEvent[]; broken: boolean } {
  const client = useQueryClient();
  const [events, setEvents] = useState<JobEvent[]>([]);
  const [broken, setBroken] = useState(false);
  const last = useRef(0);
  const isActive = status === 'active';
  // A job that had ended when it was loaded is what it was then, until it goes on.
  const hasWorked = useRef(isActive);
  useEffect(() => {
    const left = new AbortController();
    hasWorked.current ||= isActive;
    const job = ['project', projectId, 'job', id];
    let reading: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      reading ??= setTimeout(() => {
        reading = undefined;
        void client.invalidateQueries({ queryKey: job, exact: true });
      }, readingMs);
    };
    const follow = async () => {
      try {
        for await (const event of eventsAfter(jobPath(projectId, id), last.current, left.signal)) {
          // What was read before the stream was left comes again with the next one.
          if (left.signal.aborted) return;
          last.current = event.nth;
          setEvents((before) => [...before, event]);
          setBroken(false);
          if (hasWorked.current) readSoon();
        }
        setBroken(false);
        if (hasWorked.current) await client.invalidateQueries({ queryKey: job });
      } catch {
        if (left.signal.aborted) return;
        setBroken(true);
      }
      // An ended job sends no more events; a stream that ended before its job is opened again.
      if (isActive && !left.signal.aborted) setTimeout(() => void follow(), againMs);
    };
    void follow();
    return () => left.abort();
  }, [client, projectId, id, isActive]);
  return { events, broken };
}

/** @throws RequestError */
async function* eventsAfter(path: string, nth: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
  const response = await fetch(`${path}/events`, {
    headers: { ...ownPage, ...(nth > 0 && { 'last-event-id': String(nth) }) },
    signal,
  });
  if (!response.ok) throw await readError(response);
  if (response.body === null || response.status === 204) return;
  for await (const { id, data } of readEvents(response.body)) {
    yield { ...JSON.parse(data), nth: Number(id) } as JobEvent;
  }
}
