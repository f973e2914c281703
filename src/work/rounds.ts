import type { Log } from '../lib/log.ts';

/** Periodic work of this process. Work that all servers share is scheduled in the table of work instead. */
export type Round = { everyMs: number; run(): Promise<unknown> };

/** Runs each round periodically, never twice at the same time; does not keep the process alive. */
export function startRounds(rounds: Round[], log: Pick<Log, 'warn'>): { stop(): Promise<void> } {
  let stopped = false;
  const under = rounds.map(({ everyMs, run }) => {
    let running: Promise<unknown> = Promise.resolve();
    const next = () => {
      running = running
        .then(() => (stopped ? undefined : run()))
        .catch((error: unknown) => log.warn({ error }, 'background round failed'));
    };
    const timer = setInterval(next, everyMs).unref();
    return { timer, ended: () => running };
  });
  return {
    async stop() {
      stopped = true;
      for (const { timer } of under) clearInterval(timer);
      await Promise.all(under.map(({ ended }) => ended()));
    },
  };
}
