import { z } from 'zod';
import { postJson } from '../post-json.ts';
import type { Reranker } from './reranker.ts';

/** The request format of a service, and the position of the scores in its response. */
export type RerankDialect = 'documents' | 'texts';

type Service = { name: string; url: string; key: string | undefined; model: string; dialect: RerankDialect };

const scored = z
  .object({ index: z.int().min(0), relevance_score: z.number().optional(), score: z.number().optional() })
  .transform(({ index, relevance_score, score }) => ({ index, score: relevance_score ?? score ?? 0 }));

/** text-embeddings-inference refuses more texts in one call unless told otherwise (`--max-client-batch-size`). */
const maxTexts = 32;

/** Cohere, Jina, vLLM, LiteLLM and Infinity return `results`, Voyage `data`, TEI the list itself. */
const answer = z.union([
  z.array(scored),
  z.object({ results: z.array(scored) }).transform(({ results }) => results),
  z.object({ data: z.array(scored) }).transform(({ data }) => data),
]);

/**
 * A service with a rerank endpoint: `documents` is Cohere's request (https://docs.cohere.com/reference/rerank),
 * which Voyage, Jina and OpenAI-style servers share; `texts` that of Hugging Face's text-embeddings-inference
 * (https://huggingface.github.io/text-embeddings-inference/).
 */
export function createHttpReranker({ name, url, key, model, dialect }: Service, timeout: number): Reranker {
  return {
    name,
    timeout,
    async rerank(query, texts, signal) {
      if (dialect === 'documents')
        return asShares(await scoresOf({ model, query, documents: texts }, texts.length, signal));
      const calls = Array.from({ length: Math.ceil(texts.length / maxTexts) }, (_, i) =>
        texts.slice(i * maxTexts, (i + 1) * maxTexts),
      );
      const scores = calls.map((some) =>
        scoresOf({ query, texts: some, truncate: true }, some.length, signal),
      );
      return asShares((await Promise.all(scores)).flat());
    },
  };

  async function scoresOf(body: object, texts: number, signal: AbortSignal): Promise<number[]> {
    const given = answer.parse(await postJson(url, key, body, signal));
    const scores = Array.from({ length: texts }, () => 0);
    for (const { index, score } of given) if (index < texts) scores[index] = score;
    return scores;
  }
}

/** Some servers return the model's raw scores, from about -10 to 10; some of these lie between 0 and 1, too. */
function asShares(scores: number[]): number[] {
  const areShares = scores.every((score) => score >= 0 && score <= 1);
  return areShares ? scores : scores.map((score) => 1 / (1 + Math.exp(-score)));
}
