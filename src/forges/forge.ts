import type { GitAccess } from '../git/git.ts';

/** Where a repository lives and how much of it we may do. */
type RepositoryInfo = { defaultBranch: string; canWrite: boolean };

export type PullRequestState = 'open' | 'merged' | 'closed';

export type PullRequest = { id: string; url: string; state: PullRequestState; draft: boolean };

export type PullRequestText = { title: string; body: string; draft: boolean };

/** A pull request as it stands at the forge, whoever changed it. */
export type PullRequestDetails = PullRequest & {
  /** Without the mark of a draft. */
  title: string;
  body: string;
  /** The newest commit of its branch. */
  head: string;
  /** The newest commit of its base; '' where the forge does not say. */
  baseHead: string;
  /** Null while the forge does not know. */
  hasConflicts: boolean | null;
};

/** What automated checks say of a commit; `unknown` when we may not see them. */
export type Checks = {
  state: 'none' | 'pending' | 'passed' | 'failed' | 'unknown';
  failed: FailedCheck[];
};

/** `log` is the end of what it printed; '' where the forge does not tell. */
export type FailedCheck = { name: string; url: string | null; log: string };

export type CommentAnswer = {
  /** The comment's id at the forge; null to say something of one's own below the pull request. */
  comment: string | null;
  /** Whether it stands at a line of a file, where answers form a thread that can be resolved. */
  isInline: boolean;
  text: string;
  /** A part of `text` that no other answer has: who finds it does not answer again. */
  marker: string;
  resolve: boolean;
};

export type NewPullRequest = PullRequestText & { branch: string; base: string };

export type ForgeCommit = {
  branch: string;
  parent: string;
  isNew: boolean;
  message: string;
  /** Text by path; null removes the file. */
  changes: ReadonlyMap<string, string | null>;
};

export type ReviewWish = { labels: readonly string[]; reviewers: readonly string[] };

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
  readPullRequest(id: string): Promise<PullRequestDetails>;
  /** Labels it and asks people and `organization/teams` to review it. @returns which of these the forge refused */
  requestReview(id: string, wish: ReviewWish): Promise<string[]>;
  /**
   * Makes the commit at the forge, which signs it, on a branch that is at `parent` or not there yet.
   * Left out by forges that do not sign.
   */
  commitOnBranch?(request: ForgeCommit): Promise<void>;
  /** Whether the forge asks the owners that CODEOWNERS names by itself. */
  asksOwners: boolean;
  readChecks(commit: string): Promise<Checks>;
  /** Answers a comment on a pull request once, and resolves its thread where there are threads. */
  answerComment(id: string, answer: CommentAnswer): Promise<void>;
  /** The name of our own account; null when it has none. */
  ownLogin(): Promise<string | null>;
  /** Whether an account may push here; false for an unknown one, and where the forge does not tell. */
  mayPush(login: string): Promise<boolean>;
};
