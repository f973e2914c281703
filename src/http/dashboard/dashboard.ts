import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../../lib/log.ts';
import { type BuiltFile, readBuiltFiles } from './built-files.ts';
import { hashSources, packageRoot, sourceFolder } from './sources.ts';

export type Dashboard = {
  /** Builds what is not built, in a process of its own, and reads it. Asked again while it runs, it waits for the same. */
  prepare(): Promise<void>;
  /** `index.html`, `assets/main-Ab3d.js`; nothing is there before it is prepared. */
  file(name: string): BuiltFile | undefined;
  /** True when the last attempt failed: the log says why. */
  failed(): boolean;
};

/** The dashboard as files in memory. Its sources are built once, into `dist/` or, where that cannot be written, the data folder. */
export function createDashboard({ dataFolder, log }: { dataFolder: string; log: Log }): Dashboard {
  let files = new Map<string, BuiltFile>();
  let running: Promise<void> | undefined;
  let failed = false;

  async function prepare(): Promise<void> {
    const name = await hashSources();
    const folder = (await findBuilt(name)) ?? (await build(name));
    files = await readBuiltFiles(folder);
  }

  async function findBuilt(name: string): Promise<string | undefined> {
    return places(dataFolder)
      .map((place) => join(place, name))
      .find((folder) => existsSync(folder));
  }

  async function build(name: string): Promise<string> {
    const folder = join(await writable(places(dataFolder)), name);
    const child = spawn(process.execPath, [join(sourceFolder, 'build.ts'), folder], {
      cwd: packageRoot,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(`The build of the dashboard ended with ${code}: ${errors.slice(-2_000)}`);
    await removeOlder(folder);
    return folder;
  }

  return {
    prepare() {
      running ??= prepare()
        .then(
          () => void (failed = false),
          (error: unknown) => {
            failed = true;
            log.error({ error }, 'the dashboard could not be built');
          },
        )
        .finally(() => {
          if (failed) running = undefined;
        });
      return running;
    },
    file: (name) => files.get(name),
    failed: () => failed,
  };
}

/** Where a built dashboard may be: beside the sources, or with the data. */
const places = (dataFolder: string) => [join(packageRoot, 'dist/dashboard'), join(dataFolder, 'dashboard')];

/** What earlier sources were built to; other servers hold it in memory. */
async function removeOlder(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (name !== basename(folder) && /^[0-9a-f]+$/.test(name))
      await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

async function writable([first, ...rest]: string[]): Promise<string> {
  try {
    await mkdir(first!, { recursive: true });
    await access(first!, constants.W_OK);
    return first!;
  } catch (error) {
    if (rest.length === 0) throw error;
    return writable(rest);
  }
}
