import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { postJson } from '../post-json.ts';
import type { EmbeddingOptions } from './embedding-options.ts';

/** One call of an embedding service: a vector per text, in order. @throws APICallError */
export type EmbeddingCall = (texts: string[], task: Task, signal: AbortSignal) => Promise<number[][]>;
export type Task = 'query' | 'document';

/** Calls a model of an AI SDK provider. */
export function sdkCall(model: EmbeddingModelV4, { dimensions }: EmbeddingOptions): EmbeddingCall {
  return async (values, task, abortSignal) => {
    const taskType = task === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT';
    const google = { taskType, ...(dimensions !== undefined && { outputDimensionality: dimensions }) };
    const others = dimensions === undefined ? {} : { dimensions };
    const providerOptions = { google, openai: others };
    const { embeddings } = await model.doEmbed({ values, abortSignal, providerOptions });
    return embeddings;
  };
}

type Service = { url: string; key: string | undefined; model: string };

/**
 * OpenAI's call with an `input_type`, as Voyage, NVIDIA NIM and gateways accept it
 * (https://docs.voyageai.com/reference/embeddings-api).
 */
export function typedCall(
  { url, key, model }: Service,
  size: 'dimensions' | 'output_dimension',
  options: EmbeddingOptions,
): EmbeddingCall {
  return async (input, task, signal) => {
    const input_type = task === 'query' ? options.queryType : options.documentType;
    const body = { model, input, input_type, [size]: options.dimensions };
    const { data } = (await postJson(`${url}/embeddings`, key, body, signal)) as {
      data: { index: number; embedding: number[] }[];
    };
    return data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
  };
}

/** Cohere's own call (https://docs.cohere.com/reference/embed). */
export function cohereCall({ url, key, model }: Service, options: EmbeddingOptions): EmbeddingCall {
  return async (texts, task, signal) => {
    const input_type = task === 'query' ? options.queryType : options.documentType;
    const body = {
      model,
      texts,
      input_type,
      embedding_types: ['float'],
      output_dimension: options.dimensions,
    };
    const { embeddings } = (await postJson(`${url}/embed`, key, body, signal)) as {
      embeddings: { float: number[][] };
    };
    return embeddings.float;
  };
}
