import type { Log } from '../lib/log.ts';
import { findProjectById } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import type { LiveIndexes } from './live-indexes.ts';

const everyMs = 2_000;

/**
 * Has the projects that this server answers for follow what other servers deployed, before anybody asks: their files do
 * not travel, and building one of our own takes a while. Until it is told to stop; keeps no process alive.
 */
export function followServers(store: Store, indexes: LiveIndexes, log: Log): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    for (const id of indexes.open()) {
      const project = await findProjectById(store, id);
      if (project === undefined) indexes.drop(id);
      else await indexes.warm(project);
    }
  };
  const timer = setInterval(() => {
    running = running.then(round).catch((error: unknown) => log.warn({ error }, 'indexes not followed'));
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
