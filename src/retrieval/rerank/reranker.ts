/** Reads a question and texts together, and so tells better than a comparison of vectors which of them answer it. */
export type Reranker = {
  /** As the setting names it. */
  name: string;
  /** Milliseconds that it may take; after that the order stays as it was. */
  timeout: number;
  /** For each text, in their order, how well it answers the question, from 0 to 1. May throw anything. */
  rerank: (question: string, texts: string[], signal: AbortSignal) => Promise<number[]>;
};
