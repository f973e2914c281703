/** Makes texts into vectors whose cosine says how much alike their meaning is. */
export type Embedder = {
  /** Names the model and all that changes its vectors; those of different ids cannot be compared. */
  id: string;
  /** One vector of any length for each text, in their order. May take long; rejects with the signal's reason. */
  embedDocuments: (texts: string[], signal?: AbortSignal) => Promise<Float32Array[]>;
  /** @throws EmbeddingError when there is no vector to be had: search goes on without */
  embedQuery: (text: string) => Promise<Float32Array>;
  /** Resolves when queries can be embedded. @throws EmbeddingError */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};
