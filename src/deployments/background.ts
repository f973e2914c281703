import type { Log } from '../lib/log.ts';
import { type Round, startRounds } from '../work/rounds.ts';
import { sweepKeptAnswers } from '../store/kept-answers.ts';
import type { DeployDeps } from './deploy-deps.ts';
import { followServers } from './follow-servers.ts';
import type { LiveIndexes } from './live-indexes.ts';
import { pollFolders } from './share-folders.ts';
import { sweepIndexFiles } from './sweep-index-files.ts';
import { sweepSourceFolders } from './sweep-source-folders.ts';
import { watchProjects } from './watch-projects.ts';

/** A server's background care for its projects' files. */
export type Background = {
  /** Looks for folders to watch now, for instance after a project was created. */
  watch(): Promise<void>;
  stop(): Promise<void>;
};

/** Sweeps up after killed processes, then watches folders and follows other servers. */
export async function startBackground(
  deps: DeployDeps & { log: Log; indexes: LiveIndexes },
  { dataFolder, watch, pollMinutes }: { dataFolder: string; watch: boolean; pollMinutes: number },
): Promise<Background> {
  const { store, log, indexes, indexFolder, sources } = deps;
  await sweepIndexFiles(store, indexFolder, { halfBuilt: true });
  await sweepSourceFolders(store, sources.sourceFolder);
  const watcher = watch ? watchProjects({ store, log, dataFolder, sources }) : null;
  const rounds: Round[] = [
    { everyMs: 5_000, run: () => followServers(store, indexes, deps.travel) },
    { everyMs: 5_000, run: () => sweepKeptAnswers(store) },
  ];
  if (watcher !== null) rounds.push({ everyMs: 15_000, run: () => watcher.update() });
  if (sources.pushed.isShared && pollMinutes > 0)
    rounds.push({ everyMs: pollMinutes * 60_000, run: () => pollFolders({ ...sources, log }) });
  const running = startRounds(rounds, log);
  return {
    async watch() {
      await watcher?.update();
    },
    async stop() {
      await running.stop();
      watcher?.close();
    },
  };
}
