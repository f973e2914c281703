import type { GitAccess } from '../git/git.ts';

/** A repository's default branch, and our rights in it. */
type RepositoryInfo = { defaultBranch: string; canWrite: boolean };

type PullRequestState = 'open' | 'merged' | 'closed';

export type PullRequest = { id: string; url: string; state: PullRequestState; draft: boolean };

export type PullRequestText = { title: string; body: string; draft: boolean };

/** The current state of a pull request at the forge. */
export type PullRequestDetails = PullRequest & {
  /** The title without a draft prefix. */
  title: string;
  body: string;
  /** The newest commit of its branch. */
  head: string;
  /** The newest commit of its base; '' when the forge does not tell. */
  baseHead: string;
  /** Null while the forge computes it. */
  hasConflicts: boolean | null;
  /** When anybody last did anything to it; null when the forge does not tell. */
  updatedAt: number | null;
};

/** An open pull request, of anybody. */
export type OpenPullRequest = {
  id: string;
  url: string;
  /** Null in a fork, where anybody may name a branch like ours. */
  branch: string | null;
};

/** The state of a commit's checks; `unknown` when we may not read them. */
export type Checks = {
  state: 'none' | 'pending' | 'passed' | 'failed' | 'unknown';
  /** All of them. */
  failed: FailedCheck[];
};

export type FailedCheck = {
  name: string;
  url: string | null;
  /** The end of the check's output; '' when the forge does not provide it. */
  readLog(): Promise<string>;
};

export type CommentAnswer = {
  /** The comment's id at the forge; null for a new comment on the pull request. */
  comment: string | null;
  /** Whether the comment is on a line of a file, where replies form a thread that can be resolved. */
  isInline: boolean;
  text: string;
  /** A unique part of `text`: when a reply already contains it, none is posted. */
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

type ReviewWish = { labels: readonly string[]; reviewers: readonly string[] };

/** A discussion or issue that is answered. */
export type ForgeQuestion = {
  kind: 'discussion' | 'issue';
  number: number;
  /** In the GraphQL API. */ nodeId: string;
};

export type ForgeAnswer = {
  body: string;
  /** A part of the body by which an answer is known as ours. */
  marker: string;
  /** The id of our comment, which is changed; null for a new one. */
  known: string | null;
  /** Whether an earlier try may have left a comment. */
  isRetry: boolean;
};

/**
 * A forge hosts repositories and their pull requests. Each adapter is one file and one line in `open-remote.ts`.
 * No method can merge, force-push, push to a base branch or close what is not of our branch.
 * Every method throws ForgeFault.
 */
export type Forge = {
  /** The forge's name in messages. */
  name: string;
  /** The repository's display name: `owner/name`, or the folder. */
  repository: string;
  /** Checks that our credentials can read the repository. */
  inspect(): Promise<RepositoryInfo>;
  /** URL and credentials for one git command, which are never stored. */
  access(): Promise<GitAccess>;
  /** The pull request of our branch, preferring an open one; null when there is none. */
  findPullRequest(branch: string, base: string): Promise<PullRequest | null>;
  /** Opens a pull request, or returns the branch's open one, so that a lost response never leads to two. */
  openPullRequest(request: NewPullRequest): Promise<PullRequest>;
  updatePullRequest(id: string, text: PullRequestText): Promise<PullRequest>;
  readPullRequest(id: string): Promise<PullRequestDetails>;
  /** The newest open pull requests, at most 50. */
  listOpen(): Promise<OpenPullRequest[]>;
  /**
   * Paths that a pull request changes, with those that it moves files from; those of folders end with a slash, and stand for
   * files that the forge does not list, when they are too many.
   */
  changedFiles(id: string): Promise<string[]>;
  /** Closes a pull request of our branch; one that is closed or merged stays as it is. */
  closePullRequest(id: string): Promise<void>;
  /** Adds labels and requests reviews of people and `organization/teams`. @returns those that the forge refused */
  requestReview(id: string, wish: ReviewWish): Promise<string[]>;
  /**
   * Makes the commit at the forge, which signs it, on a branch that is at `parent` or does not exist yet.
   * Absent in forges that do not sign.
   */
  commitOnBranch?(request: ForgeCommit): Promise<void>;
  /** Whether the forge itself requests reviews from the owners in CODEOWNERS. */
  asksOwners: boolean;
  readChecks(commit: string): Promise<Checks>;
  /** Replies to a comment once, and resolves its thread if there is one. */
  answerComment(id: string, answer: CommentAnswer): Promise<void>;
  /** Comments on a discussion or issue, once. Absent in forges whose questions are not answered. */
  answerQuestion?(question: ForgeQuestion, answer: ForgeAnswer): Promise<{ id: string; url: string }>;
  /** Our account's login; null when there is none. */
  ownLogin(): Promise<string | null>;
  /** Whether an account may push; false for an unknown account and when the forge does not tell. */
  mayPush(login: string): Promise<boolean>;
};
