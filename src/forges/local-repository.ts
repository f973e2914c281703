import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { initBare } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { git } from '../git/git.ts';
import { snapshotFolder } from './snapshot-folder.ts';

/** A folder of docs as a repository. */
export type LocalRepository = {
  name: string;
  gitDir: string;
  /** The working tree of the default branch; null for a bare repository. */
  worktree: string | null;
  /** The docs root within the repository; '' for the whole repository. */
  docsRoot: string;
  defaultBranch: string;
  /** Commits the current files of a plain folder to the default branch; reads all of them. @throws ForgeFault */
  catchUp(): Promise<void>;
};

/**
 * Finds the repository that a folder is, or is in. A plain folder gets a repository in `dataFolder`, to which `catchUp`
 * commits the folder's changes.
 * @throws ForgeFault
 */
export async function openLocalRepository(folder: string, dataFolder: string): Promise<LocalRepository> {
  const real = await realpath(folder).catch((cause: unknown) => {
    throw new ForgeFault('repository_not_found', 'The docs folder does not exist. Check its path.', cause);
  });
  if (await isBare(real)) return describe(real, null, real);
  for (let at = real; ; at = dirname(at)) {
    const found = await stat(join(at, '.git')).catch(() => null);
    if (found?.isDirectory()) return describe(join(at, '.git'), at, real);
    // `.git` is a file in submodules and linked worktrees, which are treated as plain folders.
    if (found !== null || dirname(at) === at) break;
  }
  const id = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const gitDir = join(dataFolder, 'local', `${id}.git`);
  await initBare(gitDir);
  const catchUp = async () => snapshotFolder(real, gitDir, await realpath(dataFolder));
  return { ...(await describe(gitDir, real, real)), catchUp };
}

async function describe(gitDir: string, worktree: string | null, folder: string): Promise<LocalRepository> {
  const name = basename(worktree ?? gitDir).replace(/\.git$/, '');
  const head = await git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { gitDir }).catch(
    (cause: unknown) => {
      throw new ForgeFault('ref_not_found', `${name} has no branch checked out. Check one out first.`, cause);
    },
  );
  const docsRoot = worktree === null ? '' : relative(worktree, folder).replaceAll('\\', '/');
  const defaultBranch = head.toString().trim();
  return { name, gitDir, worktree, docsRoot, defaultBranch, catchUp: async () => {} };
}

async function isBare(folder: string): Promise<boolean> {
  return (await isFolder(join(folder, 'objects'))) && (await isFolder(join(folder, 'refs')));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
