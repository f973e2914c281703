import { statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../../errors.ts';
import { mayHoldKeys } from '../../lib/key-files.ts';
import { unlessOutOfFiles } from '../../lib/open-files.ts';
import type { ContentWarning } from '../page.ts';
import type { ConfigNames } from './above.ts';
import type { FileTree } from './file-tree.ts';
import { findConfigAbove } from './folder-above.ts';
import { pathWithin } from './path-within.ts';
import { readListed } from './read-listed.ts';
import { isWalked, maxFiles } from './walked-paths.ts';

/** @throws DocentError `not_found` when there is no such folder */
export function requireFolder(folder: string): void {
  const known = statSync(folder, { throwIfNoEntry: false });
  if (known === undefined)
    throw new DocentError('not_found', `There is no folder ${folder}. Check the path.`);
  if (!known.isDirectory()) {
    throw new DocentError('not_found', `${folder} is a file. Name the folder that holds the docs.`);
  }
}

/**
 * Lists a folder on this machine: every file except those in `node_modules` and dot folders. A symlink to a file inside
 * the folder counts as that file; symlinks that leave the folder are warnings.
 * @param names of configuration in the folders above; without them, none is looked for
 * @throws DocentError `not_found` when there is no such folder
 */
export async function openFolder(folder: string, names?: ConfigNames): Promise<FileTree> {
  requireFolder(folder);
  const root = await realpath(folder);
  const warnings: ContentWarning[] = [];
  const files = await listFiles(root, warnings);
  return { name: folder, files, warnings, root, ...readersIn(root, files, names) };
}

/** Reads listed files of a folder. */
export function readersIn(
  root: string,
  files: string[],
  names?: ConfigNames,
): Pick<FileTree, 'read' | 'versionOf' | 'above'> {
  return {
    read: readListed(root, files),
    versionOf: (file) => versionOf(join(root, file)),
    ...(names !== undefined && { above: () => findConfigAbove(root, names) }),
  };
}

async function listFiles(root: string, warnings: ContentWarning[]): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(unlessOutOfFiles(null));
    if (entries === null)
      warnings.push({ file: folder, message: 'The folder cannot be read; it was skipped.' });
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (isWalked(entry.name)) folders.push(path);
      } else if (entry.isFile()) {
        files.push(path);
      } else if (entry.isSymbolicLink() && (await isFileInside(root, path, warnings))) {
        files.push(path);
      }
    }
    if (files.length > maxFiles) {
      throw new DocentError(
        'invalid_request',
        `${root} has more than ${maxFiles} files. Name the docs folder.`,
      );
    }
  }
  return files.sort();
}

/** Symlinks to folders are not followed: files inside the root are listed at their real path. */
async function isFileInside(root: string, path: string, warnings: ContentWarning[]): Promise<boolean> {
  const target = await realpath(join(root, path)).catch(() => null);
  if (target === null) {
    warnings.push({ file: path, message: 'The link points to nothing; it was skipped.' });
    return false;
  }
  const fromRoot = pathWithin(root, target);
  if (fromRoot === null) {
    warnings.push({ file: path, message: 'The link leaves the folder; it was skipped.' });
    return false;
  }
  if (mayHoldKeys(fromRoot)) {
    warnings.push({ file: path, message: 'The link points to a file that may hold keys; it was skipped.' });
    return false;
  }
  const known = await stat(target).catch(() => null);
  return known?.isFile() ?? false;
}

/** Milliseconds within which two changes of a file may be indistinguishable: some file systems keep whole seconds. */
const clockTick = 100;
const coarseTick = 2_000;

/** A file's device, inode, size and times; null when it just changed. */
async function versionOf(path: string): Promise<string | null> {
  const known = await stat(path).catch(() => null);
  if (known === null) return null;
  const tick = known.ctimeMs % 1_000 === 0 ? coarseTick : clockTick;
  if (known.ctimeMs > Date.now() - tick) return null;
  return [known.dev, known.ino, known.size, known.mtimeMs, known.ctimeMs].join(':');
}
