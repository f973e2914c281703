import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBranchName } from './bare-repository.ts';
import { ForgeFault } from './forge-fault.ts';
import { type GitAccess, git } from './git.ts';
import { atRemote, peer } from './remote.ts';
import { isCommit } from './resolve-ref.ts';

const fetchTimeout = 180_000;
const maxPackBytes = 2 * 1024 ** 3;

/**
 * Fetches the newest commit of a branch, or a given commit, without history.
 * @returns the commit's id
 * @throws ForgeFault
 */
export async function fetchCommit(
  gitDir: string,
  access: GitAccess,
  wanted: { branch: string } | { commit: string },
  signal?: AbortSignal,
): Promise<string> {
  if ('commit' in wanted) return fetchRef(gitDir, access, wanted.commit, [], signal);
  const { branch } = wanted;
  const fetched = fetchRef(gitDir, access, `refs/heads/${checkBranchName(branch)}`, [], signal);
  return fetched.catch((error: unknown) => {
    if (!(error instanceof ForgeFault) || error.code !== 'ref_not_found' || !isCommit(branch)) throw error;
    const message = `${branch} is a commit, and a change is made on a branch. Name a branch that holds it.`;
    throw new ForgeFault('ref_not_found', message, error);
  });
}

/**
 * Fetches the newest commit of a ref with its trees but without its files. A server without partial clone sends the
 * files too.
 * @returns the commit's id
 * @throws ForgeFault
 */
export async function fetchTrees(
  gitDir: string,
  access: GitAccess,
  ref: string,
  signal?: AbortSignal,
): Promise<string> {
  return fetchRef(gitDir, access, ref, ['--filter=blob:none'], signal);
}

/** Commits of history to fetch: older ones say little about today's docs. */
const historyDepth = 300;

/** Fetches a commit with its history but without files. @throws ForgeFault */
export async function fetchHistory(
  gitDir: string,
  access: GitAccess,
  commit: string,
  signal?: AbortSignal,
): Promise<void> {
  const options = [`--depth=${historyDepth}`, '--update-shallow', '--filter=blob:none'];
  await limited(
    gitDir,
    access,
    [...fetchArguments(access, options), `+${commit}:refs/docent/history`],
    '',
    signal,
  );
}

/** Fetches commits and their newest ancestors, without trees and files. @throws ForgeFault */
export async function fetchCommitGraph(
  gitDir: string,
  access: GitAccess,
  commits: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const options = [`--depth=${graphDepth}`, '--update-shallow', '--filter=tree:0'];
  const wanted = commits.map((commit, nth) => `+${commit}:refs/docent/graph-${nth}`);
  await limited(gitDir, access, [...fetchArguments(access, options), ...wanted], '', signal);
}

/** Commits since our branch began, enough for a branch that is weeks old in a busy repository. */
const graphDepth = 3_000;

/** Fetches files that `fetchTrees` left out, in one request. @throws ForgeFault */
export async function fetchBlobs(
  gitDir: string,
  access: GitAccess,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return;
  // No negotiation, because none of these objects is here.
  const args = [
    '-c',
    'fetch.negotiationAlgorithm=noop',
    ...fetchArguments(access, ['--filter=blob:none', '--stdin']),
  ];
  await limited(gitDir, access, args, `${ids.join('\n')}\n`, signal);
}

async function fetchRef(
  gitDir: string,
  access: GitAccess,
  ref: string,
  options: string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  const args = fetchArguments(access, ['--depth=1', '--update-shallow', ...options]);
  await limited(gitDir, access, [...args, `+${ref}:refs/docent/base`], '', signal);
  return (await git(['rev-parse', '--verify', 'refs/docent/base^{commit}'], { gitDir })).toString().trim();
}

function fetchArguments(access: GitAccess, options: string[]): string[] {
  // A partial clone needs a URL, not a path, for later fetches; a full fetch from this machine is cheap.
  const isHere = access.url.startsWith('/');
  return [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-write-fetch-head',
    ...options.filter((option) => !isHere || !option.startsWith('--filter=')),
    ...peer(access, 'upload-pack'),
    '--',
    access.url,
  ];
}

async function limited(
  gitDir: string,
  access: GitAccess,
  args: string[],
  input: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const tooLarge = new AbortController();
  const watch = setInterval(() => void stopWhenTooLarge(gitDir, tooLarge), 500);
  try {
    await atRemote(access, args, {
      gitDir,
      input,
      timeout: fetchTimeout,
      signal: AbortSignal.any([tooLarge.signal, ...(signal ? [signal] : [])]),
    });
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    throw new ForgeFault(
      'repository_too_large',
      'The repository is larger than 2 GB. Keep the docs in a smaller one.',
      error,
    );
  } finally {
    clearInterval(watch);
  }
}

async function stopWhenTooLarge(gitDir: string, controller: AbortController): Promise<void> {
  const packs = join(gitDir, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  for (const name of names) {
    const { size } = await stat(join(packs, name)).catch(() => ({ size: 0 }));
    if (size > maxPackBytes) controller.abort();
  }
}
