import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commitChanges } from '../git/commit.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { git } from '../git/git.ts';
import { blobId, listTree } from '../git/objects.ts';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';

const maxFileBytes = 10 * 1024 ** 2;
const maxFiles = 20_000;

/** Serializes snapshots of a repository and merges into it; the data folder belongs to one process. */
export const inOrder = createKeyedMutex();

/**
 * Commits the folder's current files to `main` of our repository, if anything changed. Leaves out dot folders except
 * `.docent`, `node_modules`, symlinks, files over 10 MB, those that went away meanwhile, and those whose name is not
 * UTF-8.
 * @param leftOut a folder of ours that may be inside
 * @throws ForgeFault `repository_too_large`, `repository_not_found`, `forge_access_denied`
 */
export function snapshotFolder(folder: string, gitDir: string, leftOut: string): Promise<void> {
  return inOrder(gitDir, () => takeSnapshot(folder, gitDir, leftOut));
}

async function takeSnapshot(folder: string, gitDir: string, leftOut: string): Promise<void> {
  const listed = await git(['for-each-ref', '--format=%(objectname)', 'refs/heads/main'], { gitDir });
  const parent = listed.toString().trim() || null;
  const before = parent === null ? new Map<string, { id: string }>() : await listTree(gitDir, parent);
  const changes = new Map<string, Uint8Array | null>();
  for (const path of before.keys()) changes.set(path, null);
  let seen = 0;
  for await (const file of walk(folder, leftOut)) {
    if (++seen > maxFiles) {
      throw new ForgeFault(
        'repository_too_large',
        'The folder holds more than 20,000 files. Name the docs folder itself.',
      );
    }
    const path = join(folder, file);
    const found = await stat(path).catch(orNull(file));
    if (found === null || found.size > maxFileBytes) continue;
    const content = await readFile(path).catch(orNull(file));
    if (content === null) continue;
    if (before.get(file)?.id === blobId(content)) changes.delete(file);
    else changes.set(file, content);
  }
  if (changes.size === 0) return;
  const time = Math.floor(Date.now() / 1000);
  const commit = await commitChanges(gitDir, {
    parent,
    changes,
    message: 'Take the docs folder as it is\n',
    time,
  });
  await git(['update-ref', 'refs/heads/main', commit, parent ?? '0'.repeat(40)], { gitDir });
}

/** Paths of regular files, relative to the folder, with forward slashes. */
async function* walk(folder: string, leftOut: string, below = ''): AsyncGenerator<string> {
  const inside = join(folder, below);
  const entries = await readdir(inside, { withFileTypes: true }).catch(orNull(below));
  if (entries === null && below === '')
    throw new ForgeFault('repository_not_found', 'The docs folder does not exist any more. Check its path.');
  for (const entry of entries ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isLeftOut(entry.name) || join(folder, path) === leftOut) continue;
    if (entry.isDirectory()) yield* walk(folder, leftOut, path);
    else if (entry.isFile()) yield path;
  }
}

/** Null for what went away meanwhile. @throws ForgeFault for what may not be read */
const orNull = (path: string) => (error: NodeJS.ErrnoException) => {
  if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(error.code ?? '')) return null;
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
  throw new ForgeFault(
    'forge_access_denied',
    `${path} may not be read. Let the server read it, then try again.`,
  );
};

function isLeftOut(name: string): boolean {
  return (name.startsWith('.') && name !== '.docent') || name === 'node_modules';
}
