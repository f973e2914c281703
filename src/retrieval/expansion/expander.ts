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
  /** In millionths of a US dollar; null when the model's price is not known. */
  costOf: (usage: CallUsage) => number | null;
  /** One call, with the usual retries. Rejects with the provider's fault or the signal's reason. */
  ask: (
    system: string,
    prompt: string,
    maxOutputTokens: number,
    signal: AbortSignal,
  ) => Promise<{ text: string; usage: CallUsage }>;
};
