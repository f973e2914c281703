import type { Log } from '../lib/log.ts';

/** Periodic work of this process. Work that all servers share is scheduled in the table of work instead. */
export type Round = { everyMs: number; run(): Promise<unknown> };

/** Runs each round periodically, but not while its last run lasts; does not keep the process alive. */
export function startRounds(rounds: Round[], log: Pick<Log, 'warn'>): { stop(): Promise<void> } {
  const under = rounds.map(({ everyMs, run }) => {
    let running: Promise<unknown> | undefined;
    const next = () => {
      running ??= run()
        .catch((error: unknown) => log.warn({ error }, 'background round failed'))
        .finally(() => (running = undefined));
    };
    const timer = setInterval(next, everyMs).unref();
    return { timer, ended: () => running };
  });
  return {
    async stop() {
      for (const { timer } of under) clearInterval(timer);
      await Promise.all(under.map(({ ended }) => ended()));
    },
  };
}
