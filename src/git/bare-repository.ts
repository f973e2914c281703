import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ForgeFault } from './fault.ts';
import { type GitAccess, git, GitFailure, hardenedPeer, protocolOf } from './git.ts';
import { faultOfGit } from './git-fault.ts';

const fetchTimeout = 180_000;
const largestPack = 2 * 1024 ** 3;
// What git allows, less everything that could be taken for an option, a path or a revision expression.
const branchPattern = /^[A-Za-z0-9_][A-Za-z0-9_./-]{0,199}$/;

/** @throws ForgeFault `ref_not_found` for a name that could mean something else to git */
export function checkBranchName(name: string): string {
  const safe = branchPattern.test(name) && !/\.\.|\/\/|\/$|\.$|\/\.|\.lock(\/|$)/.test(name);
  if (!safe)
    throw new ForgeFault('ref_not_found', 'The branch name is not valid. Give the name of a branch.');
  return name;
}

/** Makes an empty bare repository, or leaves the one that is there. No templates, so no hooks. */
export async function initBare(gitDir: string): Promise<void> {
  await mkdir(gitDir, { recursive: true });
  await git(['init', '--bare', '--quiet', '--template=', '--initial-branch=main', '--', gitDir]);
}

/** The commit that a remote branch points to; null when there is no such branch. @throws ForgeFault */
export async function remoteBranch(
  access: GitAccess,
  branch: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const ref = `refs/heads/${checkBranchName(branch)}`;
  const output = await atRemote(
    access,
    ['ls-remote', ...peer(access, 'upload-pack'), '--', access.url, ref],
    { signal },
  );
  const line = output
    .toString()
    .split('\n')
    .find((line) => line.endsWith(`\t${ref}`));
  return line?.split('\t')[0] ?? null;
}

/**
 * Fetches the newest commit of a branch, or a known commit again after a crash, without history.
 * @returns the commit's id
 * @throws ForgeFault
 */
export async function fetchCommit(
  gitDir: string,
  access: GitAccess,
  wanted: { branch: string } | { commit: string },
  signal?: AbortSignal,
): Promise<string> {
  const ref = 'commit' in wanted ? wanted.commit : `refs/heads/${checkBranchName(wanted.branch)}`;
  const tooLarge = new AbortController();
  const watch = setInterval(() => void stopWhenTooLarge(gitDir, tooLarge), 500);
  try {
    await atRemote(
      access,
      [
        'fetch',
        '--quiet',
        '--depth=1',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
        '--update-shallow',
        ...peer(access, 'upload-pack'),
        '--',
        access.url,
        `+${ref}:refs/docent/base`,
      ],
      {
        gitDir,
        timeout: fetchTimeout,
        signal: AbortSignal.any([tooLarge.signal, ...(signal ? [signal] : [])]),
      },
    );
  } catch (error) {
    if (tooLarge.signal.aborted) {
      throw new ForgeFault(
        'repository_too_large',
        'The repository is larger than 2 GB. Keep the docs in a smaller one.',
        error,
      );
    }
    throw error;
  } finally {
    clearInterval(watch);
  }
  return (await git(['rev-parse', '--verify', 'refs/docent/base^{commit}'], { gitDir })).toString().trim();
}

/** Whether a commit with its whole tree is already here. */
export async function hasCommit(gitDir: string, commit: string): Promise<boolean> {
  try {
    await git(['cat-file', '-e', `${commit}^{tree}`], { gitDir });
    return true;
  } catch {
    return false;
  }
}

/**
 * Pushes one commit to one branch of ours. Without force: a branch that went elsewhere refuses it.
 * @throws ForgeFault `push_rejected`
 */
export async function pushBranch(
  gitDir: string,
  access: GitAccess,
  commit: string,
  branch: string,
  options: PushOptions = {},
): Promise<void> {
  const { ofCheckedOutBranch = false, ...gitOptions } = options;
  const target = `${commit}:refs/heads/${checkBranchName(branch)}`;
  await atRemote(
    access,
    [
      'push',
      '--quiet',
      '--no-verify',
      '--no-signed',
      ...peer(access, 'receive-pack', ofCheckedOutBranch),
      '--',
      access.url,
      target,
    ],
    { ...gitOptions, gitDir, timeout: fetchTimeout },
  );
}

/** Removes a work repository and everything in it. */
export async function removeRepository(gitDir: string): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
}

type RemoteOptions = {
  gitDir?: string;
  timeout?: number;
  signal?: AbortSignal | undefined;
  env?: Record<string, string>;
};

/** `ofCheckedOutBranch`: the caller updates the files on disk itself. */
export type PushOptions = {
  signal?: AbortSignal;
  env?: Record<string, string>;
  ofCheckedOutBranch?: boolean;
};

async function atRemote(access: GitAccess, args: string[], options: RemoteOptions): Promise<Buffer> {
  try {
    return await git(args, { ...options, access });
  } catch (error) {
    throw error instanceof GitFailure ? faultOfGit(error) : error;
  }
}

function peer(
  access: GitAccess,
  command: 'upload-pack' | 'receive-pack',
  ofCheckedOutBranch = false,
): string[] {
  return protocolOf(access.url) === 'file'
    ? [`--${command}=${hardenedPeer(command, ofCheckedOutBranch)}`]
    : [];
}

async function stopWhenTooLarge(gitDir: string, controller: AbortController): Promise<void> {
  const packs = join(gitDir, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  for (const name of names) {
    const { size } = await stat(join(packs, name)).catch(() => ({ size: 0 }));
    if (size > largestPack) controller.abort();
  }
}
