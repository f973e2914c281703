import type { FreshDeps } from './keep-fresh.ts';
import { keepFresh } from './keep-fresh.ts';
import { followServers } from './follow-servers.ts';
import type { LiveIndexes } from './live-indexes.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';
import { sweepSourceFolders } from './sweep-source-folders.ts';
import { watchProjects } from './watch-projects.ts';

type BackgroundSettings = { dataFolder: string; pollMinutes: number; watch: boolean };

/** What a server does for its projects beside answering. */
export type Background = {
  /** Looks for folders to watch now, as for a project that was just made. */
  watch(): Promise<void>;
  stop(): Promise<void>;
};

/** Takes up what was left, and keeps all projects fresh from now on. */
export async function startBackground(
  deps: FreshDeps & { indexes: LiveIndexes },
  { dataFolder, pollMinutes, watch }: BackgroundSettings,
): Promise<Background> {
  const { store, log, indexes, indexFolder } = deps;
  await deps.deployments.start();
  await sweepIndexFiles(store, indexFolder, { halfBuilt: true });
  await sweepSourceFolders(store, deps.sources.sourceFolder);
  const watcher = watch ? watchProjects({ ...deps, dataFolder }) : null;
  const fresh = keepFresh(deps, pollMinutes, async () => watcher?.update());
  const others = followServers(store, indexes, log);
  return {
    async watch() {
      await watcher?.update();
    },
    async stop() {
      await Promise.all([fresh.stop(), others.stop(), watcher?.close()]);
    },
  };
}
