import type { Fusion } from './fusion.ts';

/** The scale of a model's cosines: the mean of questions with their answers, and with unrelated texts. */
export type CosineScale = { related: number; unrelated: number };

/** Converts texts to vectors whose cosine measures how alike their meaning is. */
export type Embedder = {
  /** Identifies the model and everything that changes its vectors; vectors of different ids cannot be compared. */
  id: string;
  /** The known scale of its cosines; if absent, it is measured when docs are embedded. */
  scale?: CosineScale | undefined;
  /** By default the usual one. */
  fusion?: Fusion | undefined;
  /** `dot`: vectors keep their length, because it is meaningful. */
  distance?: 'cosine' | 'dot';
  /** The only language whose questions it helps, as an ISO 639 code; if absent, it knows many. */
  language?: string | undefined;
  /** Whether the model supports the language of a text. Other texts are found lexically only. */
  understands: (text: string) => boolean;
  /** One vector of any length per text, in order. May take long; rejects with the signal's reason. */
  embedDocuments: (texts: string[], signal?: AbortSignal) => Promise<Float32Array[]>;
  /** @throws EmbeddingError when the text cannot be embedded: search continues lexically */
  embedQuery: (text: string) => Promise<Float32Array>;
  /** Resolves when queries can be embedded. @throws EmbeddingError */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};
