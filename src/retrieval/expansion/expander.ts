/** A language model's text about a section, so that it is found by other words than its own. Never shown or cited. */
export type Expansion = {
  /** What the section is about within the docs; '' when there is nothing to add. */
  context: string;
  /** Questions that the section answers, one per line. */
  questions: string;
};

/** Input and output tokens of a call. */
export type CallUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

/** The language model that expands sections. */
export type Expander = {
  /** `provider/model`. */
  model: string;
  /** What the server allows a project to spend per month (UTC), in US dollars. */
  maxDollars: number;
  /** In millionths of a US dollar; null when the model's price is not known. */
  costOf: (usage: CallUsage) => number | null;
  /** One call, with the usual retries. Does not reject. */
  ask: (
    system: string,
    prompt: string,
    maxOutputTokens: number,
    signal: AbortSignal,
  ) => Promise<ExpanderReply>;
};

export type ExpanderReply = {
  /** '' when the model or its provider declined; what had come when the call failed. */
  text: string;
  /** Whether the text ends at the limit of output tokens. */
  isCut: boolean;
  /** Of all attempts whose usage the provider reported. */
  usage: CallUsage;
  /** Attempts without a report that the provider may charge all the same. */
  unreported: number;
  /** Why the call failed. */
  fault: Error | null;
};
