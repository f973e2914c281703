// The API of a page with /widget.js. Copy this file into a TypeScript project.

/** Event details. They never contain the text of a question or an answer. */
export type DocentEvents = {
  open: Record<never, never>;
  close: Record<never, never>;
  /** A question was sent. */
  ask: { threadId: string | null };
  /** An answer has ended, normally or early. */
  answer: {
    threadId: string | null;
    messageId: string;
    outcome: 'answered' | 'partial' | 'closest' | 'not_in_docs';
  };
  /** A reader stopped an answer. */
  stop: { threadId: string | null };
  /** A reader rated an answer. */
  feedback: { messageId: string; helpful: boolean };
  /** A reader opened a source or a search result. */
  source: { url: string };
  copy: { messageId: string };
  /** A new conversation was started. */
  reset: Record<never, never>;
  /** `code` is one of the API's error codes, or `offline`, `unreachable`, `broken`. */
  error: { code: string };
};

export type Docent = {
  /** Opens the dialog; with a question, it is put into the box. */
  open(options?: { question?: string }): Promise<void>;
  close(): void;
  /** Opens the dialog and asks. */
  ask(question: string): Promise<void>;
  /** @returns a function that removes the listener */
  on<Name extends keyof DocentEvents>(
    event: Name,
    listener: (detail: DocentEvents[Name]) => void,
  ): () => void;
};

declare global {
  interface Window {
    /** Exists once /widget.js has run; `docent:ready` on `window` announces it. */
    docent?: Docent;
  }
  interface HTMLElementTagNameMap {
    'docent-assistant': HTMLElement;
  }
}
