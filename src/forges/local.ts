import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { remoteBranch, removeRepository } from '../git/bare-repository.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { git, GitFailure } from '../git/git.ts';
import type { Forge, OpenPullRequest, PullRequest } from './forge.ts';
import {
  listPullRequests,
  type LocalPullRequest,
  readPullRequest,
  writePullRequest,
} from './local-pull-request.ts';
import { openLocalRepository } from './local-repository.ts';
import { conflictsLocally, isInBase, mergeLocal } from './merge-local.ts';
import { inOrder } from './snapshot-folder.ts';

type LocalOptions = {
  /** A folder of docs, a folder within a repository, or a bare repository. */
  folder: string;
  /** The folder for repositories of plain folders, and for merges. */
  dataFolder: string;
  /** The URL of a branch's pull request. */
  pageUrl: (branch: string) => string;
};

/** The local forge: the Forge interface, and merge and close for people. */
export type LocalForge = Forge & {
  /** The docs root within the repository. */
  docsRoot: string;
  merge(branch: string): Promise<PullRequest>;
  close(branch: string): Promise<PullRequest>;
};

/** @throws ForgeFault when the folder is missing or has no branch */
export async function openLocal(options: LocalOptions): Promise<LocalForge> {
  const repository = await openLocalRepository(options.folder, options.dataFolder);
  const { gitDir, name, docsRoot } = repository;
  const access = { url: gitDir, authorization: null };
  let caughtUp: Promise<void> | undefined;
  // Once per opened forge, and not for callers that only read pull requests.
  const catchUp = () => (caughtUp ??= finishMerges().then(() => repository.catchUp()));
  /** Each run has its own, because a pull request may be read while it is merged. */
  async function inScratch<Result>(work: (scratchDir: string) => Promise<Result>): Promise<Result> {
    const scratchDir = join(options.dataFolder, 'local', `merge-${randomUUID()}.git`);
    return work(scratchDir).finally(() => removeRepository(scratchDir));
  }
  // A snapshot during the merge would commit the old files on disk and undo the merge.
  const merge = (pull: LocalPullRequest) =>
    inOrder(gitDir, () => inScratch((scratchDir) => mergeLocal(repository, pull, scratchDir)));

  /** Writes the files of a merge that a crash interrupted: a snapshot of the old files would undo the merge. */
  async function finishMerges(): Promise<void> {
    for (const pull of await listPullRequests(gitDir)) {
      if (pull.state !== 'open' || pull.merge === null) continue;
      if (pull.merge.commit === (await remoteBranch(access, pull.base))) await merge(pull);
    }
  }

  const shown = (pull: LocalPullRequest): PullRequest => ({
    id: pull.branch,
    url: options.pageUrl(pull.branch),
    state: pull.state,
    draft: pull.draft,
  });
  /** A pull request as it is now. */
  async function find(branch: string): Promise<LocalPullRequest | null> {
    const pull = await readPullRequest(gitDir, branch);
    // What this server began to merge, it finishes.
    if (pull?.state !== 'open' || pull.merge !== null) return pull;
    const isMerged = await inScratch((scratchDir) => isInBase(repository, pull, scratchDir));
    return isMerged ? writePullRequest(gitDir, { ...pull, state: 'merged' }) : pull;
  }
  async function existing(branch: string): Promise<LocalPullRequest> {
    const pull = await find(branch);
    if (pull === null) throw new ForgeFault('ref_not_found', 'There is no pull request for this branch.');
    return pull;
  }
  async function open(branch: string): Promise<LocalPullRequest> {
    const pull = await existing(branch);
    if (pull.state === 'open') return pull;
    throw new ForgeFault('merge_conflict', `This pull request was already ${pull.state}.`);
  }

  return {
    name: 'The local repository',
    repository: name,
    docsRoot,
    async inspect() {
      await catchUp();
      const head = await remoteBranch(access, repository.defaultBranch);
      return { defaultBranch: head === null ? '' : repository.defaultBranch, canWrite: true };
    },
    async access() {
      await catchUp();
      return access;
    },
    async findPullRequest(branch) {
      const pull = await find(branch);
      return pull === null ? null : shown(pull);
    },
    async openPullRequest(request) {
      const pull = await readPullRequest(gitDir, request.branch);
      if (pull?.state === 'open') return shown(pull);
      return shown(await writePullRequest(gitDir, { ...request, state: 'open', merge: null }));
    },
    async updatePullRequest(id, text) {
      return shown(await writePullRequest(gitDir, { ...(await existing(id)), ...text }));
    },
    async readPullRequest(id) {
      const pull = await existing(id);
      const head = (await remoteBranch(access, pull.branch)) ?? '';
      const conflicts = (scratchDir: string) => conflictsLocally(repository, pull, scratchDir);
      const hasConflicts = pull.state === 'open' && (await inScratch(conflicts));
      const baseHead = (await remoteBranch(access, pull.base)) ?? '';
      return {
        ...shown(pull),
        title: pull.title,
        body: pull.body,
        head,
        baseHead,
        hasConflicts,
        updatedAt: null,
      };
    },
    async listOpen() {
      const open: OpenPullRequest[] = [];
      for (const { branch } of await listPullRequests(gitDir)) {
        const pull = await find(branch);
        if (pull?.state === 'open') open.push({ id: branch, url: options.pageUrl(branch), branch });
      }
      return open;
    },
    async changedFiles(branch) {
      const { base } = await existing(branch);
      const args = ['diff', '--no-ext-diff', '--no-renames', '--name-only', '-z'];
      const range = `refs/heads/${base}...refs/heads/${branch}`;
      const listed = await git([...args, range, '--'], { gitDir }).catch((error: unknown) => {
        // A branch is gone.
        if (error instanceof GitFailure) return '';
        throw error;
      });
      return listed.toString().split('\0').filter(Boolean);
    },
    async closePullRequest(branch) {
      const pull = await existing(branch);
      if (pull.state === 'open') await writePullRequest(gitDir, { ...pull, state: 'closed' });
    },
    // The local forge has no reviewers, checks or comments.
    asksOwners: true,
    requestReview: async () => [],
    readChecks: async () => ({ state: 'none', failed: [] }),
    answerComment: async () => {},
    ownLogin: async () => null,
    mayPush: async () => false,
    async merge(branch) {
      await open(branch);
      await catchUp();
      const pull = await existing(branch);
      return shown(pull.state === 'merged' ? pull : await merge(pull));
    },
    async close(branch) {
      const pull = await open(branch);
      return shown(await writePullRequest(gitDir, { ...pull, state: 'closed' }));
    },
  };
}
