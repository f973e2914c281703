import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { type Fence, LostWork, renewWork, type Work } from '../store/work.ts';

export type LeaseTimes = {
  /** Milliseconds after which a holder that falls silent has lost its work. */
  leaseMs: number;
  /** Milliseconds between two heartbeats. */
  renewMs: number;
};

export const leaseTimes: LeaseTimes = { leaseMs: 30_000, renewMs: 5_000 };

/** Makes sure that the caller has the work for a whole lease from now on. @throws LostWork */
export async function holdOn(store: Store, fence: Fence): Promise<void> {
  const kept = await renewWork(store, [fence], leaseTimes.leaseMs);
  if (!kept.has(fence.id)) throw new LostWork(fence);
}

/** The work that a process holds, kept alive by one heartbeat. */
type Leases = {
  /** @returns aborts with `LostWork` when somebody else has the work or it was taken away */
  keep(work: Work): AbortController;
  release(work: Work): void;
  /** Renews all leases now, and aborts what was lost. */
  beat(): Promise<void>;
  held(): { work: Work; controller: AbortController }[];
};

export function createLeases(store: Store, { leaseMs, renewMs }: LeaseTimes, log: Pick<Log, 'warn'>): Leases {
  const held = new Map<number, { work: Work; controller: AbortController }>();
  let heartbeat: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    const before = [...held.values()];
    if (before.length === 0) return;
    const kept = await renewWork(
      store,
      before.map(({ work }) => work),
      leaseMs,
    );
    for (const { work, controller } of before) if (!kept.has(work.id)) controller.abort(new LostWork(work));
  }

  return {
    keep(work) {
      const controller = new AbortController();
      held.set(work.id, { work, controller });
      // The database may be away for a moment; if it stays away, nothing can be written anyway.
      heartbeat ??= setInterval(
        () => void beat().catch((error: unknown) => log.warn({ error }, 'heartbeat failed')),
        renewMs,
      );
      return controller;
    },
    release(work) {
      held.delete(work.id);
      if (held.size > 0) return;
      clearInterval(heartbeat);
      heartbeat = undefined;
    },
    beat,
    held: () => [...held.values()],
  };
}
