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
};

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
  pull: Omit<ServedPull, 'number' | 'state'>,
): ServedPull | null {
  if (forge.pulls.some(({ branch, state }) => branch === pull.branch && state === 'open')) return null;
  const made: ServedPull = { ...pull, number: forge.pulls.length + 1, state: 'open' };
  forge.pulls.push(made);
  return made;
}
