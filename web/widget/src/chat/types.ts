export type Source = { url: string; title: string };
export type Suggestion = { text: string; path: string };
export type Outcome = 'answered' | 'partial' | 'closest' | 'not_in_docs';

/** What went wrong, as far as a reader needs to tell it apart. */
export type ProblemKind =
  | 'offline'
  | 'unreachable'
  | 'broken'
  | 'limited'
  | 'usedUp'
  | 'setup'
  | 'signIn'
  | 'busy'
  | 'tooLong'
  | 'failed';

export type Problem = {
  kind: ProblemKind;
  /** The API's code, for the page's own scripts. */
  code: string;
  /** Of `limited` and `busy`: when another try makes sense, in milliseconds since 1970. */
  retryAt?: number;
};

/** A question and its answer. */
export type Turn = {
  id: string;
  question: string;
  /** What was selected on the page, and on which. */
  selection?: { text: string; path: string } | undefined;
  state: 'asking' | 'done' | 'stopped' | 'failed';
  searches: string[];
  text: string;
  sources: Source[];
  suggestions: Suggestion[];
  outcome: Outcome;
  messageId: string;
  problem?: Problem;
  helpful?: boolean;
};

/** A conversation as this browser keeps it. `key` is the thread's secret. */
export type Thread = {
  /** Null until the server has made it. */
  id: string | null;
  key: string | null;
  /** Random for each thread, so that it tells nothing of who asks. */
  fp: string;
  updatedAt: number;
  turns: Turn[];
};
