import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { LostWork, renewWork, type Work } from '../store/work.ts';

export type LeaseTimes = {
  /** Milliseconds after which a holder that falls silent has lost its work. */
  leaseMs: number;
  /** Milliseconds between two heartbeats. */
  renewMs: number;
};

export const leaseTimes: LeaseTimes = { leaseMs: 30_000, renewMs: 5_000 };

/** The work that a process holds, kept alive by one heartbeat. */
export type Leases = {
  /** @returns aborts with `LostWork` when somebody else has the work, or whoever keeps it is told to abort it */
  keep(work: Work): AbortController;
  release(work: Work): void;
  held(): { work: Work; controller: AbortController }[];
};

export function createLeases(store: Store, { leaseMs, renewMs }: LeaseTimes, log: Pick<Log, 'warn'>): Leases {
  const held = new Map<number, { work: Work; controller: AbortController }>();
  let heartbeat: NodeJS.Timeout | undefined;

  async function beat(): Promise<void> {
    const before = [...held.values()];
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
    held: () => [...held.values()],
  };
}
