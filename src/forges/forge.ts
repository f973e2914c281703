import type { GitAccess } from '../git/git.ts';

/** Where a repository lives and how much of it we may do. */
type RepositoryInfo = { defaultBranch: string; canWrite: boolean };

export type PullRequestState = 'open' | 'merged' | 'closed';

export type PullRequest = { id: string; url: string; state: PullRequestState; draft: boolean };

export type PullRequestText = { title: string; body: string; draft: boolean };

export type NewPullRequest = PullRequestText & { branch: string; base: string };

/**
 * A place that keeps repositories and their pull requests: one file an adapter, one line in `open-forge.ts`.
 * There is no right to merge, to force or to push to a base branch in it.
 * Every method throws a ForgeFault.
 */
export type Forge = {
  /** The brand, for messages. */
  name: string;
  /** As people name it: `owner/name`, or the folder. */
  repository: string;
  /** Confirms that our credentials can read the repository. */
  inspect(): Promise<RepositoryInfo>;
  /** URL and credentials for one git command; never kept. */
  access(): Promise<GitAccess>;
  /** The pull request of a branch of ours, the open one first; null when there is none. */
  findPullRequest(branch: string, base: string): Promise<PullRequest | null>;
  /** Opens it, or adopts the open one of the same branch, so that a lost answer never makes two. */
  openPullRequest(request: NewPullRequest): Promise<PullRequest>;
  updatePullRequest(id: string, text: PullRequestText): Promise<PullRequest>;
};
