import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { APICallError } from '@ai-sdk/provider';
import type { Embedder } from './embedder.ts';
import type { EmbeddingCall, Task } from './embedding-call.ts';
import { EmbeddingError } from './embedding-error.ts';
import { cutToTokens, type EmbeddingOptions } from './embedding-options.ts';

/** The timeout of a call, and the backoff for retries of documents (milliseconds). */
type CallLimits = { queryTimeout: number; documentTimeout: number; tries: number; firstWait: number };

const defaultLimits: CallLimits = {
  queryTimeout: 3_000,
  documentTimeout: 60_000,
  tries: 5,
  firstWait: 1_000,
};

/**
 * A model behind an API, called with its options. A question is tried once with a short timeout; documents are retried.
 * @param name of the model, with its provider
 */
export function createProviderEmbedder(
  name: string,
  embed: EmbeddingCall,
  options: EmbeddingOptions,
  limits = defaultLimits,
): Embedder {
  const prefixes = { query: options.queryPrefix, document: options.documentPrefix };

  async function call(texts: string[], task: Task, signal: AbortSignal): Promise<Float32Array[]> {
    const values = texts.map((text) => cutToTokens(prefixes[task] + text, options.maxTokens));
    const embeddings = await embed(values, task, signal);
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
      `The embedding model ${name} cannot be reached. Check its key, URL and name.`,
      error,
    );
  }

  return {
    id: idOf(name, options),
    distance: options.distance,
    fusion: { share: options.share, floor: options.floor },
    understands: () => true,
    async embedDocuments(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += options.batch) {
        vectors.push(...(await callAgain(texts.slice(from, from + options.batch), signal)));
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

/** Identifies everything that changes the vectors of documents: vectors of different ids cannot be compared. */
function idOf(name: string, options: EmbeddingOptions): string {
  const { documentPrefix, documentType, dimensions, maxTokens, distance } = options;
  const made = JSON.stringify([documentPrefix, documentType, dimensions, maxTokens, distance]);
  return `${name}#${createHash('sha256').update(made).digest('hex').slice(0, 8)}`;
}
