import { setTimeout as wait } from 'node:timers/promises';
import { APICallError, type EmbeddingModelV4, type SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Embedder } from './embedder.ts';
import { EmbeddingError } from './embedding-error.ts';

/** How long a call may take, and how often and after what time one for documents is tried again (milliseconds). */
export type CallLimits = { queryTimeout: number; documentTimeout: number; tries: number; firstWait: number };

const defaultLimits: CallLimits = {
  queryTimeout: 3_000,
  documentTimeout: 60_000,
  tries: 5,
  firstWait: 1_000,
};

/** Texts in one call; providers take at least this many of a section's length. */
const maxTexts = 64;

/** Characters of a text. Embedding models read some 8,000 tokens at most. */
const maxTextLength = 8_000;

/** Some models make other vectors for a question than for what answers it. */
const tasks = {
  document: { google: { taskType: 'RETRIEVAL_DOCUMENT' } },
  query: { google: { taskType: 'RETRIEVAL_QUERY' } },
} satisfies Record<string, SharedV4ProviderOptions>;

/** An embedding model of an AI SDK provider. A question is tried once and briefly; documents can wait. */
export function createProviderEmbedder(
  id: string,
  model: EmbeddingModelV4,
  limits = defaultLimits,
): Embedder {
  async function call(
    texts: string[],
    task: keyof typeof tasks,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const values = texts.map((text) => text.slice(0, maxTextLength).toWellFormed());
    const { embeddings } = await model.doEmbed({ values, abortSignal: signal, providerOptions: tasks[task] });
    if (embeddings.length !== texts.length)
      throw new Error(`${embeddings.length} vectors for ${texts.length} texts`);
    return embeddings.map((embedding) => Float32Array.from(embedding));
  }

  async function callAgain(texts: string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    for (let tried = 1; ; tried++) {
      const timeout = AbortSignal.timeout(limits.documentTimeout);
      try {
        return await call(texts, 'document', signal ? AbortSignal.any([signal, timeout]) : timeout);
      } catch (error) {
        signal?.throwIfAborted();
        const isHopeless = APICallError.isInstance(error) && !error.isRetryable;
        if (isHopeless || tried >= limits.tries) throw failed(error);
        await wait(limits.firstWait * 2 ** (tried - 1), undefined, signal ? { signal } : {});
      }
    }
  }

  function failed(error: unknown): EmbeddingError {
    return new EmbeddingError(
      `The embedding model ${id} cannot be reached. Check its key, URL and name.`,
      error,
    );
  }

  return {
    id,
    hasAbsoluteCosines: false,
    understands: () => true,
    async embedDocuments(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += maxTexts) {
        vectors.push(...(await callAgain(texts.slice(from, from + maxTexts), signal)));
      }
      return vectors;
    },
    async embedQuery(text) {
      try {
        const [vector] = await call([text], 'query', AbortSignal.timeout(limits.queryTimeout));
        return vector!;
      } catch (error) {
        throw failed(error);
      }
    },
    ready: async () => {},
    close: async () => {},
  };
}
