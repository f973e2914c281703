import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { ForgeFault } from './forge-fault.ts';
import { git } from './git.ts';

/** The repository that a folder is in: its git directory, its root, and the folder below that. */
type FoundRepository = { gitDir: string; root: string; folder: string };

/** Also finds linked worktrees and submodules, where `.git` is a file. @throws ForgeFault */
export async function findRepository(folder: string): Promise<FoundRepository> {
  const real = await realpath(folder);
  for (let root = real; ; root = dirname(root)) {
    const place = join(root, '.git');
    const found = await stat(place).catch(() => null);
    if (found !== null) {
      const pointer = found.isFile() ? /^gitdir: (.+)$/m.exec(await readFile(place, 'utf8'))?.[1] : undefined;
      const gitDir = pointer === undefined ? place : resolve(root, pointer);
      return { gitDir, root, folder: relative(root, real).replaceAll('\\', '/') };
    }
    if (dirname(root) === root)
      throw new ForgeFault('repository_not_found', `${folder} is in no git repository.`);
  }
}

/** The commit that a branch, a tag or any other revision names. @throws ForgeFault `ref_not_found` */
export async function commitOf(gitDir: string, revision: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = await git(args, { gitDir }).catch((cause: unknown) => {
    throw new ForgeFault(
      'ref_not_found',
      `There is no commit ${revision} here. Check its name; a shallow clone must fetch it first.`,
      cause,
    );
  });
  return found.toString().trim();
}

/** The common ancestor of two commits, where the second began; the first itself when there is none here. */
export async function forkPoint(gitDir: string, base: string, head: string): Promise<string> {
  const found = await git(['merge-base', base, head], { gitDir }).catch(() => null);
  return found?.toString().trim().split('\n')[0] || base;
}
