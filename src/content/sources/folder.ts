import { readFile, statSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { DocentError } from '../../errors.ts';
import type { ContentWarning } from '../page.ts';
import { configFolders, isConfig, maxAbove } from './above.ts';
import { decodeText } from './decode-text.ts';
import type { Above, FileText, FileTree } from './file-tree.ts';
import { isWalked, maxFileBytes, maxFiles, tooLarge } from './walked-paths.ts';

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
 * @throws DocentError `not_found` when there is no such folder
 */
export async function openFolder(folder: string): Promise<FileTree> {
  requireFolder(folder);
  const root = await realpath(folder);
  const warnings: ContentWarning[] = [];
  const files = await listFiles(root, warnings);
  const listed = new Set(files);
  return {
    name: folder,
    files,
    warnings,
    // A configuration may name any path, as that of a link that leaves the folder.
    read: async (file) =>
      listed.has(file) ? readText(join(root, file)) : { text: null, warning: 'is not in the folder' },
    versionOf: (file) => versionOf(join(root, file)),
    above: () => findAbove(root),
  };
}

/**
 * The configuration files in the folders above, up to the repository's root and below the user's home. Only known
 * names are looked for, and only regular files are read.
 */
async function findAbove(root: string): Promise<Above | null> {
  const files: string[] = [];
  const folders = await foldersAbove(root);
  const top = folders.at(-1) ?? root;
  for (const folder of folders) {
    const within = await Promise.all(configFolders.map((one) => configsIn(folder, one)));
    files.push(...within.flat().map((file) => join(folder, file)));
  }
  const relativeTo = (path: string): string => relative(top, path).split(sep).join('/');
  if (files.length === 0) return null;
  const known = new Set(files.map(relativeTo).filter((file) => !file.startsWith(`${relativeTo(root)}/`)));
  return {
    folder: relativeTo(root),
    files: [...known],
    // A configuration may name any file, as one of redirects.
    async read(file) {
      return known.has(file) ? readText(join(top, file)) : { text: null, warning: 'is outside of the docs' };
    },
  };
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

async function configsIn(folder: string, within: string): Promise<string[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => (within === '' ? name : `${within}/${name}`))
    .filter(isConfig);
}

async function listFiles(root: string, warnings: ContentWarning[]): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
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
  const fromRoot = relative(root, target);
  if (fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || resolve(fromRoot) === fromRoot) {
    warnings.push({ file: path, message: 'The link leaves the folder; it was skipped.' });
    return false;
  }
  const known = await stat(target).catch(() => null);
  return known?.isFile() ?? false;
}

/** Milliseconds within which two changes of a file may be indistinguishable. */
const clockTick = 2_000;

/** A file's device, inode, size and times; null when it just changed. */
async function versionOf(path: string): Promise<string | null> {
  const known = await stat(path).catch(() => null);
  if (known === null || known.ctimeMs > Date.now() - clockTick) return null;
  return [known.dev, known.ino, known.size, known.mtimeMs, known.ctimeMs].join(':');
}

/** The callback API takes half the time of a file handle, which matters with 10,000 files. */
const readBytes = promisify(readFile);

async function readText(path: string): Promise<FileText> {
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes) return { text: null, warning: tooLarge(size) };
    return decodeText(await readBytes(path));
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code ?? 'unknown error';
    return { text: null, warning: `cannot be read (${code})` };
  }
}
