import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';
import { ForgeFault } from './forge-fault.ts';
import { type GitAccess, git } from './git.ts';
import { atRemote, peer } from './remote.ts';

const pushTimeout = 180_000;
// Stricter than git: nothing that could be read as an option, a path or a revision expression.
const branchPattern = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_./@+=#()-]{0,199}$/u;

/** @throws ForgeFault `ref_not_found` for a name that git could read as something else */
export function checkBranchName(name: string): string {
  const safe = branchPattern.test(name) && !/\.\.|\/\/|\/$|\.$|\/\.|\.lock(\/|$)/.test(name);
  if (!safe)
    throw new ForgeFault('ref_not_found', 'The branch name is not valid. Give the name of a branch.');
  return name;
}

/** Serialized, because concurrent `git init` runs in one repository fail on its configuration lock. */
const inOrder = createKeyedMutex();

/** Without all of these, a crash may have left it incomplete; `git init` completes it. */
const partsOfRepository = ['HEAD', 'config', 'objects/pack'];

/** Creates an empty bare repository if missing, without templates and therefore without hooks. */
export async function initBare(gitDir: string): Promise<void> {
  if (partsOfRepository.every((name) => existsSync(join(gitDir, name)))) return;
  await mkdir(gitDir, { recursive: true });
  await inOrder(gitDir, () =>
    git(['init', '--bare', '--quiet', '--template=', '--initial-branch=main', '--', gitDir]),
  );
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

/** Whether the repository has a commit with its complete tree. */
export async function hasCommit(gitDir: string, commit: string): Promise<boolean> {
  try {
    await git(['cat-file', '-e', `${commit}^{tree}`], { gitDir });
    return true;
  } catch {
    return false;
  }
}

/**
 * Pushes one commit to one branch of ours, without force: a branch that has diverged refuses it.
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
    { ...gitOptions, gitDir, timeout: pushTimeout },
  );
}

const maxPacks = 50;

/** Combines the packs of many fetches into one, so that reading stays fast; nothing is pruned. */
export async function gatherPacks(gitDir: string): Promise<void> {
  const files = await readdir(join(gitDir, 'objects', 'pack'));
  if (files.filter((name) => name.endsWith('.pack')).length <= maxPacks) return;
  await git(['repack', '-a', '-d', '--quiet'], { gitDir, timeout: 120_000 });
}

/** Removes a work repository and everything in it. */
export async function removeRepository(gitDir: string): Promise<void> {
  await rm(gitDir, { recursive: true, force: true });
}

/** `ofCheckedOutBranch`: allowed, because the caller updates the working tree itself. */
type PushOptions = {
  signal?: AbortSignal;
  env?: Record<string, string>;
  ofCheckedOutBranch?: boolean;
};
