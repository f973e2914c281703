/** Reads a question together with each text, and so judges relevance better than a comparison of vectors. */
export type Reranker = {
  /** The name in the setting. */
  name: string;
  /** The timeout in milliseconds, after which the order stays as it was. */
  timeout: number;
  /** For each text, in order, how well it answers the question, 0–1. It may leave out the last ones, and throw anything. */
  rerank: (question: string, texts: string[], signal: AbortSignal) => Promise<number[]>;
  close?: () => Promise<void>;
};
