export type Source = { url: string; title: string };
/** A part of an answer's Markdown text and a source that supports it, with the beginning of what that says. */
export type Support = {
  source: { url: string };
  /** Counted from the part's own start; `before` it are so many characters. */
  startIndex: number;
  endIndex: number;
  before?: number;
  citedText?: string | undefined;
};
export type Suggestion = { text: string; path: string; url?: string };
export type Outcome = 'answered' | 'partial' | 'closest' | 'not_in_docs';

/** The kinds of problems that readers need to tell apart. */
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
  /** The API's error code, for the page's own scripts. */
  code: string;
  /** For `limited` and `busy`: when to retry, in milliseconds since 1970. */
  retryAt?: number;
};

/** A question and its answer. */
export type Turn = {
  id: string;
  question: string;
  /** The text that was selected on the page, and the page. */
  selection?: { text: string; path: string } | undefined;
  state: 'asking' | 'done' | 'stopped' | 'failed';
  searches: string[];
  text: string;
  sources: Source[];
  supports?: Support[];
  suggestions: Suggestion[];
  outcome: Outcome;
  messageId: string;
  problem?: Problem;
  helpful?: boolean;
};

/** A conversation in this browser's storage. `key` is the thread's secret. */
export type Thread = {
  /** Null until the server has created it. */
  id: string | null;
  key: string | null;
  /** Random for each thread, so that it does not identify the reader. */
  fp: string;
  updatedAt: number;
  turns: Turn[];
};
