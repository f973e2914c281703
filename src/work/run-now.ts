import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { finishWork, listDue, releaseHolder, takeWork, type Work, type WorkRequest } from '../store/work.ts';
import { endHolder, isDead, newHolder } from './holder.ts';
import { createLeases, leaseTimes } from './leases.ts';

const askAgainMs = 100;

/**
 * Runs work in this process for a caller that waits for the result. Waits until no other process runs work of the same
 * kind and subject.
 * @param run its signal aborts when the work was lost; then it must write nothing more
 * @param stop ends the waiting
 */
export async function runNow<Result>(
  store: Store,
  request: WorkRequest,
  run: (work: Work, lost: AbortSignal) => Promise<Result>,
  stop?: AbortSignal,
): Promise<Result> {
  const holder = newHolder();
  const leases = createLeases(store, leaseTimes, { warn() {} });
  try {
    const work = await takeWhenFree(store, request, holder, stop);
    const { signal } = leases.keep(work);
    try {
      return await run(work, signal);
    } finally {
      leases.release(work);
      await finishWork(store, work);
    }
  } finally {
    endHolder(holder);
  }
}

async function takeWhenFree(
  store: Store,
  request: WorkRequest,
  holder: string,
  stop: AbortSignal | undefined,
): Promise<Work> {
  for (;;) {
    stop?.throwIfAborted();
    const work = await takeWork(store, request, { holder, leaseMs: leaseTimes.leaseMs });
    if (work !== undefined) return work;
    if (await releaseDead(store, request)) continue;
    await sleep(askAgainMs, undefined, stop && { signal: stop }).catch(() => stop?.throwIfAborted());
  }
}

/** Processes that share a SQLite file run on one machine, so that dead ones can be detected. */
async function releaseDead(store: Store, { kind, place = '' }: WorkRequest): Promise<boolean> {
  if (store.kind !== 'sqlite') return false;
  const holders = (await listDue(store, [kind], place)).flatMap(({ holder }) => holder ?? []);
  const dead = holders.filter(isDead);
  for (const holder of dead) await releaseHolder(store, holder);
  return dead.length > 0;
}
