import { setMaxListeners } from 'node:events';
import type { Agent } from '../agent/open-agent.ts';
import type { Config } from '../config.ts';
import { type Background, startBackground } from '../deployments/background.ts';
import { stopReason } from '../deployments/stop-reason.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/store.ts';
import { type Engine, startEngine } from '../work/engine.ts';
import type { WorkKind } from '../work/work-kind.ts';
import type { Indexing } from './open-indexing.ts';

type Parts = {
  config: Config;
  log: Log;
  store: Store;
  indexing: Indexing;
  agent: Agent;
  readers: { close(): Promise<void> };
  oauth: { close(): Promise<void> };
  keptAnswers: { close(): Promise<void> };
  kinds: WorkKind[];
};

/** What works in the background, while it does. */
export type Running = { background: Background | null; engine: Engine | null };

export type LifeCycle = {
  /**
   * Starts background work: jobs, deployments, polling, watching.
   * @param only kinds of background work; by default all
   */
  start(only?: string[]): Promise<void>;
  draining(): boolean;
  /** From now on `/readyz` returns 503, so that load balancers use other servers. */
  drain(): void;
  stopping(): boolean;
  /** Aborts on `stop` and `close`; await running deployments before `close`. */
  stopped: AbortSignal;
  /** Starts nothing new from now on. */
  stop(): void;
  /** Ends the answers that still run, which tell their readers so. */
  interrupt(): void;
  interrupted: AbortSignal;
  close(): Promise<void>;
};

export function createLifeCycle(running: Running, parts: Parts): LifeCycle {
  const { config, log, store, indexing, agent, readers, oauth, keptAnswers, kinds } = parts;
  const { copies, deployDeps, files, indexes, place, reranker, revisions } = indexing;
  const stop = new AbortController();
  const interrupted = new AbortController();
  // Each running answer listens.
  setMaxListeners(0, interrupted.signal);
  let draining = false;
  return {
    async start(only) {
      // Every server builds its own missing files, whatever its role.
      const wanted = only ?? (config.role === 'web' ? [copies.kind.name] : undefined);
      const begun = kinds.filter(({ name }) => wanted?.includes(name) ?? true);
      if (agent.kinds.some((kind) => begun.includes(kind))) await agent.prepare();
      if (only === undefined) {
        running.background = await startBackground({ ...deployDeps, indexes }, config);
        await running.background.watch();
      }
      running.engine = await startEngine(store, { kinds: begun, place, log });
    },
    draining: () => draining,
    drain() {
      draining = true;
    },
    stopping: () => stop.signal.aborted,
    stopped: stop.signal,
    stop() {
      stop.abort(stopReason);
      void running.engine?.stop(stopReason);
    },
    interrupt: () => interrupted.abort(),
    interrupted: interrupted.signal,
    async close() {
      stop.abort(stopReason);
      await keptAnswers.close();
      await running.engine?.stop(stopReason);
      agent.close();
      await running.background?.stop();
      await revisions.close();
      await readers.close();
      await oauth.close();
      indexes.close();
      await reranker?.close?.();
      files?.close();
      await store.close();
    },
  };
}
