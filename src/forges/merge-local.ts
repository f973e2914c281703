import { chmod, copyFile, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { initBare, pushBranch, remoteBranch } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { git, GitFailure } from '../git/git.ts';
import type { LocalRepository } from './local-repository.ts';
import { type LocalPullRequest, writePullRequest } from './local-pull-request.ts';
import { blobId, listTree, readBlobs, type TreeEntry } from '../git/objects.ts';

/**
 * Merges a branch of ours into its base, on a person's command, and writes the changed files to disk when the base is
 * checked out. Can be repeated after a crash.
 * @throws ForgeFault `merge_conflict`, with nothing changed
 */
export async function mergeLocal(
  repository: LocalRepository,
  pull: LocalPullRequest,
  scratchDir: string,
): Promise<LocalPullRequest> {
  const both = await openBranches(repository, pull, scratchDir);
  if (both === null) {
    throw new ForgeFault('ref_not_found', 'The branch of this pull request is gone, so it cannot be merged.');
  }
  const { scratch, base, head } = both;
  const alreadyMoved = pull.merge !== null && pull.merge.commit === base;
  const merge = alreadyMoved
    ? pull.merge!
    : { from: base, commit: await mergeCommit(scratch, base, head, pull) };
  const writes = await changedFiles(scratch, merge.from, merge.commit);
  const shown = repository.worktree !== null && repository.defaultBranch === pull.base;
  if (shown) await checkUntouched(repository.worktree!, writes);
  if (!alreadyMoved) {
    await writePullRequest(repository.gitDir, { ...pull, merge });
    await pushBranch(scratchDir, accessTo(repository), merge.commit, pull.base, {
      env: scratch.env,
      ofCheckedOutBranch: true,
    });
  }
  if (shown) await writeToDisk(repository, writes);
  return writePullRequest(repository.gitDir, { ...pull, merge, state: 'merged' });
}

/** Whether a pull request cannot be merged as it stands; false when a branch is gone. */
export async function conflictsLocally(
  repository: LocalRepository,
  pull: Branches,
  scratchDir: string,
): Promise<boolean> {
  const both = await openBranches(repository, pull, scratchDir);
  return both !== null && (await mergeTree(both.scratch, both.base, both.head)) === 'conflict';
}

/**
 * Whether a base already holds the change of a branch: people merge with git, by squash or together with others, and tell
 * nobody. False when a branch is gone.
 */
export async function isInBase(
  repository: LocalRepository,
  pull: Branches,
  scratchDir: string,
): Promise<boolean> {
  const both = await openBranches(repository, pull, scratchDir);
  if (both === null) return false;
  const { scratch, base, head } = both;
  const merged = await mergeTree(scratch, base, head);
  if (typeof merged === 'string') return false;
  const treeOf = async (commit: string) =>
    (await git(['rev-parse', `${commit}^{tree}`], scratch)).toString().trim();
  if (merged.tree !== (await treeOf(base))) return false;
  // A branch without a change was not merged. Of one that was merged by a commit, the parting is its head.
  const parting = (await git(['merge-base', base, head], scratch)).toString().trim();
  return parting === head || (await treeOf(parting)) !== (await treeOf(head));
}

type Branches = Pick<LocalPullRequest, 'base' | 'branch'>;

type Scratch = { gitDir: string; env: Record<string, string> };

/** The commits of a pull request's branches, with a repository to merge them in; null when a branch is gone. */
async function openBranches(
  repository: LocalRepository,
  pull: Branches,
  scratchDir: string,
): Promise<{ scratch: Scratch; base: string; head: string } | null> {
  const base = await remoteBranch(accessTo(repository), pull.base);
  const head = await remoteBranch(accessTo(repository), pull.branch);
  if (base === null || head === null) return null;
  return { scratch: await openScratch(scratchDir, repository.gitDir), base, head };
}

const accessTo = ({ gitDir }: LocalRepository) => ({ url: gitDir, authorization: null });

/** A temporary repository with the objects of another, and its word on where a shallow clone's history ends. */
async function openScratch(scratchDir: string, gitDir: string): Promise<Scratch> {
  await initBare(scratchDir);
  await copyFile(join(gitDir, 'shallow'), join(scratchDir, 'shallow')).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  return { gitDir: scratchDir, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects') } };
}

/** @returns the merged tree; `apart` when no common commit is known, as in a clone that is too shallow */
async function mergeTree(
  scratch: Scratch,
  base: string,
  head: string,
): Promise<{ tree: string } | 'conflict' | 'apart'> {
  try {
    await git(['merge-base', base, head], scratch);
  } catch (error) {
    if (error instanceof GitFailure) return 'apart';
    throw error;
  }
  try {
    return { tree: (await git(['merge-tree', '--write-tree', base, head], scratch)).toString().trim() };
  } catch (error) {
    if (error instanceof GitFailure) return 'conflict';
    throw error;
  }
}

type Write = {
  path: string;
  before: TreeEntry | undefined;
  after: TreeEntry | undefined;
  content: Buffer | null;
};

async function mergeCommit(
  scratch: Scratch,
  base: string,
  head: string,
  pull: LocalPullRequest,
): Promise<string> {
  const merged = await mergeTree(scratch, base, head);
  if (typeof merged === 'string') {
    throw new ForgeFault(
      'merge_conflict',
      merged === 'conflict'
        ? `The branch conflicts with ${pull.base}. Merge ${pull.branch} by hand with git.`
        : `The repository does not hold the commit in which ${pull.branch} and ${pull.base} part. If it is a shallow clone, run \`git fetch --unshallow\`, then merge again.`,
    );
  }
  const who = { NAME: 'Docent', EMAIL: 'docent@users.noreply.localhost' };
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  );
  const commit = await git(['commit-tree', merged.tree, '-p', base, '-p', head, '-F', '-'], {
    ...scratch,
    env: { ...scratch.env, ...identity },
    input: `Merge: ${pull.title}\n`,
  });
  return commit.toString().trim();
}

async function changedFiles(scratch: Scratch, from: string, to: string): Promise<Write[]> {
  const [before, after] = await Promise.all([
    listTree(scratch.gitDir, from, scratch.env),
    listTree(scratch.gitDir, to, scratch.env),
  ]);
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path)?.id !== after.get(path)?.id);
  const ids = changed.flatMap((path) => after.get(path)?.id ?? []);
  const blobs = await readBlobs(scratch.gitDir, ids, scratch.env);
  return changed.map((path) => {
    const entry = after.get(path);
    return {
      path,
      before: before.get(path),
      after: entry,
      content: entry === undefined ? null : blobs.get(entry.id)!,
    };
  });
}

async function checkUntouched(worktree: string, writes: Write[]): Promise<void> {
  for (const { path, before, after } of writes) {
    await checkNoSymlink(worktree, path);
    const onDisk = await readFile(join(worktree, path)).then(blobId, () => undefined);
    if (onDisk === before?.id || onDisk === after?.id) continue;
    throw new ForgeFault(
      'merge_conflict',
      `${path} has changes on disk that are not committed. Commit or undo them, then merge again.`,
    );
  }
}

async function checkNoSymlink(worktree: string, path: string): Promise<void> {
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    const found = await lstat(join(worktree, at)).catch(() => null);
    if (found !== null && !found.isDirectory()) {
      throw new ForgeFault(
        'merge_conflict',
        `${at} is not a plain folder on disk, so nothing was written. Merge by hand with git.`,
      );
    }
  }
}

async function writeToDisk({ worktree, gitDir }: LocalRepository, writes: Write[]): Promise<void> {
  for (const { path, content, after } of writes) {
    const target = join(worktree!, path);
    if (content === null) {
      await rm(target, { force: true });
      continue;
    }
    await makeFolder(dirname(target));
    const aside = `${target}.docent-${process.pid}`;
    await writeFile(aside, content);
    await chmod(aside, after?.kind === 'executable' ? 0o755 : 0o644);
    await rename(aside, target);
  }
  const lines = writes.map(({ path, after }) => `${modeOf(after)} ${after?.id ?? '0'.repeat(40)}\t${path}\0`);
  await git(['update-index', '-z', '--index-info'], { gitDir, input: lines.join('') });
}

/** Folder permissions as git's: this process's umask is stricter than a checkout's files need. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}

function modeOf(entry: TreeEntry | undefined): string {
  if (entry === undefined) return '0';
  return entry.kind === 'executable' ? '100755' : '100644';
}
