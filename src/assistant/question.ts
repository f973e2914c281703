import type { SearchFilter } from '../retrieval/search.ts';

/** Characters of one text that a model reads; longer texts are cut on arrival. */
export const maxTextLength = 20_000;
/** Characters of all attached files that a model reads. */
export const maxAttachedLength = 60_000;

/** A file that came with a message, decoded and within the limits. */
export type Attachment =
  | { kind: 'image'; mediaType: string; data: Uint8Array; name: string | null }
  | { kind: 'text'; mediaType: string; text: string; name: string | null }
  /** The model is told its name, and that it was not read. */
  | { kind: 'unread'; mediaType: string; name: string | null };

/** The conversation as the client sent it. All of it is user input, including the assistant's turns. */
export type Message = { role: 'user' | 'assistant'; text: string; attachments: Attachment[] };

export type ContextItem = {
  type: 'code' | 'textSelection';
  value: string;
  path: string | undefined;
  elementId: string | undefined;
};

/** One question to the assistant, the same for every protocol. */
export type Question = {
  /** `anonymous` or the caller's own name for the user: a label, never an identity. */
  fp: string;
  threadId: string | null;
  threadKey: string | null;
  /** At least one. The last user message is what is asked. */
  messages: Message[];
  /** How many search results to ground the answer in, 1–50. */
  retrievalPageSize: number;
  filter: SearchFilter;
  context: ContextItem[];
  currentPath: string | null;
};

/** A question with nothing but its text. */
export function plainQuestion(fp: string, text: string): Question {
  return {
    fp,
    threadId: null,
    threadKey: null,
    messages: [{ role: 'user', text, attachments: [] }],
    retrievalPageSize: 5,
    filter: {},
    context: [],
    currentPath: null,
  };
}
