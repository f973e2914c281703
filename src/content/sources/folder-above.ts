import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, relative, sep } from 'node:path';
import { unlessOutOfFiles } from '../../lib/open-files.ts';
import { type ConfigNames, maxAbove } from './above.ts';
import type { Above } from './file-tree.ts';
import { readListed } from './read-listed.ts';

/**
 * The configuration files in the folders above, up to the repository's root and below the user's home. Only these
 * names are looked for, and only regular files are read.
 */
export async function findConfigAbove(root: string, names: ConfigNames): Promise<Above | null> {
  const folders = await foldersAbove(root);
  const top = folders.at(-1) ?? root;
  const relativeTo = (path: string): string => relative(top, path).split(sep).join('/');
  const folder = relativeTo(root);
  const found = await Promise.all(
    folders.flatMap((one) => names.folders.map((within) => configsIn(join(one, within), within, names))),
  );
  const above = found
    .flat()
    .map(relativeTo)
    .filter((file) => !file.startsWith(`${folder}/`));
  const files = [...new Set(above)];
  return files.length === 0 ? null : { folder, files, read: readListed(top, files) };
}

/** The folders above that may hold the configuration, the nearest first. */
export async function foldersAbove(root: string): Promise<string[]> {
  const folders: string[] = [];
  const home = await homeFolder();
  for (let top = root; folders.length < maxAbove && !(await isRepository(top));) {
    const folder = dirname(top);
    if (top === home || folder === home || dirname(folder) === folder || (await isForEveryone(folder))) break;
    folders.push(folder);
    top = folder;
  }
  return folders;
}

/** Null for a user without one, as containers have. */
async function homeFolder(): Promise<string | null> {
  try {
    return await realpath(homedir());
  } catch {
    return null;
  }
}

/** Whether a folder is like `/tmp`: any user of the machine could put a configuration there. */
async function isForEveryone(folder: string): Promise<boolean> {
  const known = await stat(folder).catch(() => null);
  return known === null || (known.mode & 0o1002) === 0o1002;
}

async function isRepository(folder: string): Promise<boolean> {
  return (await stat(join(folder, '.git')).catch(() => null)) !== null;
}

/** @param within the folder, relative to that of the docs site */
async function configsIn(folder: string, within: string, names: ConfigNames): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessOutOfFiles([]));
  return entries
    .filter((entry) => entry.isFile() && names.has(posix.join(within, entry.name)))
    .map(({ name }) => join(folder, name));
}
