import type { IncomingHttpHeaders } from 'node:http';
import type { Tokens } from './git-server.ts';

export type ServedPull = {
  number: number;
  branch: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
  state: 'open' | 'closed' | 'merged';
  labels: string[];
  reviewers: string[];
  /** Inline comments by thread, and comments below the pull request as threads of their own. */
  threads: ServedThread[];
  files: string[];
  /** Whether its branch is in a fork. */
  isOfFork: boolean;
  updatedAt: string;
};

export type ServedThread = {
  id: string;
  isInline: boolean;
  isResolved: boolean;
  comments: { id: number; body: string; author: string }[];
};

/** What checks say of every commit. */
type ServedCheck = { name: string; outcome: 'passed' | 'failed' | 'pending'; log: string };

export type ForgeKind = 'github' | 'gitlab' | 'gitea';

/** A forge over HTTP: its REST API, and git over smart HTTP for the repositories in a folder. */
export type ForgeServer = {
  url: string;
  /** `owner/name` as the API knows it. */
  repository: string;
  pulls: ServedPull[];
  /** Method and path of every API call. */
  calls: string[];
  /** Where a request or an answer broke the forge's own description of its API. */
  violations: string[];
  /** Faults to play. */
  down: boolean;
  renamed: boolean;
  /** So many times, a pull request is made and the answer is lost. */
  loseAnswers: number;
  /** So many times, the list of pull requests comes from before the last change. */
  staleLists: number;
  refuseDrafts: boolean;
  /** So many API calls are refused like this. */
  refusals: { times: number; answer: ApiAnswer };
  /** Checks by commit; a function of the newest commits of branches that the test pushes. */
  checks(commit: string): ServedCheck[];
  /** Whether a pull request cannot be merged. */
  conflicts: boolean;
  /** The newest commit of a branch, from the repository itself. */
  headOf(branch: string): string;
  /** The repository itself. */
  gitDir: string;
  /** Reviewers and labels that are not known here. */
  unknownNames: string[];
  /** Whether everybody has rights by a group that was invited. */
  invitesGroup: boolean;
  /** Accounts that may not push. */
  strangers: string[];
  /** So many pushes are taken and their answers lost. */
  losePushes: number;
  close(): Promise<void>;
};

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: any;
};
export type ApiAnswer = { status: number; body: unknown; headers?: Record<string, string> };
export type ApiDialect = (request: ApiRequest, forge: ForgeServer, tokens: Tokens) => Promise<ApiAnswer>;

/** The pull requests as a list call shows them. */
export function listedPulls(forge: ForgeServer): ServedPull[] {
  if (forge.staleLists > 0) {
    forge.staleLists -= 1;
    return [];
  }
  return [...forge.pulls].reverse();
}

/** Makes a pull request, or returns null when the branch has an open one already. */
export function createPull(
  forge: ForgeServer,
  pull: Pick<ServedPull, 'branch' | 'base' | 'title' | 'body' | 'draft'> & Partial<ServedPull>,
): ServedPull | null {
  const { isOfFork = false } = pull;
  const isSame = (one: ServedPull) => one.branch === pull.branch && one.isOfFork === isOfFork;
  if (forge.pulls.some((one) => isSame(one) && one.state === 'open')) return null;
  const made: ServedPull = {
    number: forge.pulls.length + 1,
    state: 'open',
    labels: [],
    reviewers: [],
    threads: [],
    files: [],
    isOfFork,
    updatedAt: '2026-01-01T00:00:00Z',
    ...pull,
  };
  forge.pulls.push(made);
  return made;
}

/** A page of a list, as `page` and `per_page` (`limit` in Gitea) ask for. */
export function pageOf<T>(query: URLSearchParams, items: readonly T[]): T[] {
  const size = Number(query.get('per_page') ?? query.get('limit') ?? 30);
  const page = Number(query.get('page') ?? 1);
  return items.slice((page - 1) * size, page * size);
}

let lastComment = 1000;

/** A person's comment; its id is returned. */
export function addComment(pull: ServedPull, body: string, isInline: boolean, author = 'ada'): number {
  const id = ++lastComment;
  const thread = { id: `T_${id}`, isInline, isResolved: false, comments: [{ id, body, author }] };
  pull.threads.push(thread);
  return id;
}

export function reply(thread: ServedThread, body: string): number {
  const id = ++lastComment;
  thread.comments.push({ id, body, author: ownLogin });
  return id;
}

/** Our account's name at every forge. */
export const ownLogin = 'docent-bot';
