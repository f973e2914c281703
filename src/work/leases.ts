import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { type Fence, LostWork, renewWork, type Work } from '../store/work.ts';

export type LeaseTimes = {
  /** Milliseconds after which a silent holder loses its work. */
  leaseMs: number;
  /** Milliseconds between two heartbeats. */
  renewMs: number;
};

export const leaseTimes: LeaseTimes = { leaseMs: 30_000, renewMs: 5_000 };

/** Renews the caller's lease for its full length. @throws LostWork */
export async function holdOn(store: Store, fence: Fence): Promise<void> {
  const kept = await renewWork(store, [fence], leaseTimes.leaseMs);
  if (!kept.has(fence.id)) throw new LostWork(fence);
}

/** The leases of a process, renewed by one heartbeat. */
type Leases = {
  /** @returns a controller that aborts with `LostWork` when another process has the work or it was withdrawn */
  keep(work: Work): AbortController;
  release(work: Work): void;
  /** Renews all leases now, and aborts lost work. */
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
      // The database may be unavailable for a moment; if it stays so, nothing can be written anyway.
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
