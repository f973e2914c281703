/** Tokens of one model call or of a whole answer. */
export type Usage = { inputTokens: number; outputTokens: number };

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error';

/** One search result, as both stream protocols show it. */
export type SearchResultItem = {
  path: string;
  url: string;
  content: string;
  metadata: { title: string; anchor: string | null; [key: string]: unknown };
};

/** What the docs hold for a question: the full answer, part of it, only the closest pages, or nothing. */
export type Outcome = 'answered' | 'partial' | 'closest' | 'not_in_docs';

/**
 * A section to go on with, which is a question when its heading is one: `path` is root-relative, with an anchor when
 * there is one, and `url` its address.
 */
export type Suggestion = { text: string; path: string; url: string };

/** Where a citation stands in a text, in UTF-16 code units, and the ids of the sources that it names. */
export type CitationMark = { start: number; end: number; sources: string[] };

/**
 * The events of an answer, in order: `thread`, then steps, then one `finish`. A step is `step-start`, any events but
 * `thread` and `finish`, `step-finish`. Tool calls and text are never in the same step.
 * `suggestions` come at most once, after the last text and in its step.
 * After `error` come only `step-finish` (when a step is open) and `finish` with reason `error`.
 */
export type AnswerEvent =
  | { type: 'thread'; threadId: string }
  | { type: 'step-start'; messageId: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: Record<string, unknown> }
  | { type: 'tool-result'; toolCallId: string; output: SearchResultItem[] }
  /** A cited section; `text` is what it says. */
  | { type: 'source'; id: string; url: string; title: string; text: string }
  /** The marks are of this delta. A citation in a code block has no link, so its mark is empty. */
  | { type: 'text'; delta: string; marks?: CitationMark[] }
  | { type: 'suggestions'; suggestions: Suggestion[] }
  | { type: 'error'; message: string }
  | { type: 'step-finish'; reason: FinishReason; usage: Usage }
  | {
      type: 'finish';
      reason: FinishReason;
      usage: Usage;
      threadId: string;
      /** The caller stopped it; then there was no `error`, and its step may be open. */
      stopped?: boolean;
      /** Both undefined when the answer failed. */
      outcome?: Outcome | undefined;
      /** Whether the search used embeddings, not only lexical matching. */
      usedMeaning?: boolean | undefined;
      /** Says that the evidence is weak, where the text does not; for clients that show nothing but text. */
      caveat?: string | undefined;
    };
