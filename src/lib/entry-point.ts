import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepBundle } from './bundle-use.ts';
import { packageRoot } from './package.ts';

/**
 * What a process or thread of Docent starts from: the bundle of a source file, which loads in about half of the
 * CPU. The package contains only the bundle. A checkout runs its sources, unless `scripts/bundle.ts` has bundled
 * exactly these.
 */
export function entryPoint(source: URL): URL {
  folder ??= import.meta.url.endsWith('.js') ? new URL('.', import.meta.url) : findBundle();
  if (folder === 'none') return source;
  const bundled = new URL(`${basename(source.pathname, '.ts')}.js`, folder);
  // A bench may start its own file.
  return existsSync(bundled) ? bundled : source;
}

let folder: URL | 'none' | undefined;

function findBundle(): URL | 'none' {
  // Most checkouts have none at all.
  if (!existsSync(bundles)) return 'none';
  const path = bundleFolder();
  if (!existsSync(path)) return 'none';
  keepBundle(path);
  return pathToFileURL(`${path}/`);
}

const bundles = join(packageRoot, 'dist/bundles');
/** Written by npm after each change of the packages, which follows that of the lockfile later. */
const installed = 'node_modules/.package-lock.json';

/** Folders of a checkout with files that processes start from. */
const sourceFolders = ['src', 'test/helpers', 'test/contract'];

/** Paths of a checkout's sources, or of a part of them. */
export function listSources(): string[] {
  const present = sourceFolders.filter((folder) => existsSync(join(packageRoot, folder)));
  return present.flatMap((folder) =>
    readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path))
      .sort(),
  );
}

/** Where the bundle of a checkout's present sources is; reading the state of 1,000 files takes 20 ms. */
export function bundleFolder(): string {
  const hash = createHash('sha256');
  for (const path of [
    ...listSources(),
    'scripts/bundle.ts',
    'scripts/group-modules.ts',
    'package-lock.json',
    installed,
  ]) {
    const { size, mtimeMs } = statSync(join(packageRoot, path), { throwIfNoEntry: false }) ?? {};
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
  }
  return join(bundles, hash.digest('hex').slice(0, 16));
}
