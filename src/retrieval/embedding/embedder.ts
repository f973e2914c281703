import type { Fusion } from './fusion.ts';

/** What a model's cosines say: the mean of questions with texts that answer them, and with texts about something else. */
export type CosineScale = { related: number; unrelated: number };

/** Makes texts into vectors whose cosine says how much alike their meaning is. */
export type Embedder = {
  /** Names the model and all that changes its vectors; those of different ids cannot be compared. */
  id: string;
  /** What its cosines say, where that is known; else it is measured when docs are embedded. */
  scale?: CosineScale | undefined;
  /** Without it, the usual one. */
  fusion?: Fusion | undefined;
  /** `dot`: vectors keep their length, for it says something, too. */
  distance?: 'cosine' | 'dot';
  /** Whether the model was made for the language of a text. Others are found by their words alone. */
  understands: (text: string) => boolean;
  /** One vector of any length for each text, in their order. May take long; rejects with the signal's reason. */
  embedDocuments: (texts: string[], signal?: AbortSignal) => Promise<Float32Array[]>;
  /** @throws EmbeddingError when there is no vector to be had: search goes on without */
  embedQuery: (text: string) => Promise<Float32Array>;
  /** Resolves when queries can be embedded. @throws EmbeddingError */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};
