import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { access, glob, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '../../lib/log.ts';
import { packageRoot } from '../../lib/package.ts';
import { type BuiltFile, readBuiltFiles } from './built-files.ts';

/** The built web apps, as files in memory. */
export type WebBuild = {
  /** Builds what is missing in a process of its own, and reads it. Concurrent calls share one build. */
  prepare(): Promise<void>;
  /** `index.html`, `assets/main-Ab3d.js`; nothing before `prepare` has ended. */
  file(name: string): BuiltFile | undefined;
  names(): string[];
  /** True when the last attempt failed: the log says why. */
  failed(): boolean;
};

/** The sources in `web/NAME` are built once, into `dist/`, or into the data folder when `dist/` is read-only. */
export function createWebBuild(
  name: WebName,
  { dataFolder, log }: { dataFolder: string; log: Log },
): WebBuild {
  let files = new Map<string, BuiltFile>();
  let running: Promise<void> | undefined;
  let failed = false;

  async function prepare(): Promise<void> {
    const state = await hashSources(name);
    const folder = (await findBuilt(state)) ?? (await build(state));
    files = await readBuiltFiles(folder);
  }

  async function findBuilt(state: string): Promise<string | undefined> {
    return places(name, dataFolder)
      .map((place) => join(place, state))
      .find((folder) => existsSync(folder));
  }

  async function build(state: string): Promise<string> {
    const folder = join(await writable(places(name, dataFolder)), state);
    const child = spawn(process.execPath, [join(sourceFolder(name), 'build.ts'), folder], {
      cwd: packageRoot,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [errors, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    // Ctrl-C reaches the process as it reaches this one, which is stopping.
    if (signal === 'SIGINT') throw new Interrupted();
    if (code !== 0) throw new Error(`The build of the ${name} ended with ${code}: ${errors.slice(-2_000)}`);
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
            if (!(error instanceof Interrupted)) log.error({ error }, `the ${name} could not be built`);
          },
        )
        .finally(() => {
          if (failed) running = undefined;
        });
      return running;
    },
    file: (name) => files.get(name),
    names: () => [...files.keys()],
    failed: () => failed,
  };
}

/** Where built files may be: beside the sources, or in the data folder. */
const places = (name: WebName, dataFolder: string) => [
  join(packageRoot, 'dist', name),
  join(dataFolder, name),
];

/** Builds of earlier sources; other servers hold theirs in memory. */
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

class Interrupted extends Error {}

/** The web apps, each a folder in `web/`. */
export type WebName = 'dashboard' | 'widget';

export const sourceFolder = (name: WebName) => join(packageRoot, 'web', name);

/** A fingerprint of the sources; takes a few milliseconds. The package has no sources: `packaged`. */
export async function hashSources(name: WebName): Promise<string> {
  if (!existsSync(sourceFolder(name))) return 'packaged';
  // The dashboard shows answers by what the widget shows them with.
  const cwd = join(packageRoot, 'web');
  const files = await Array.fromAsync(glob('{dashboard,widget}/{*.*,src/**/*.*}', { cwd }));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(cwd, file)));
  return hash.digest('hex').slice(0, 16);
}
