import { EmbeddingError } from './embedding-error.ts';
import { type OnnxFiles, type OnnxGraph, openGraph } from './onnx-graph.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** How the vectors of its tokens become one, where the graph does not do it: their mean, or the first one's (CLS). */
export type Pooling = 'mean' | 'cls';

export type EncoderFiles = OnnxFiles & {
  pooling: Pooling;
  /** Components that are kept of a vector; by default all. */
  dimensions?: number | undefined;
};

/** Outputs in the order in which they are preferred: a vector for the text (`vector` is ours), or one for each token. */
const known = ['vector', 'sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/**
 * Loads a model that makes vectors of texts, not yet normalized.
 * @throws EmbeddingError
 */
export async function openEncoder(
  files: EncoderFiles,
  runtime: OnnxRuntime,
): Promise<(text: string) => Promise<Float32Array>> {
  const graph = await openGraph(files, runtime);
  const output = known.find((name) => graph.outputs.includes(name));
  if (output === undefined) throw lacksOutput(graph, 'last_hidden_state or sentence_embedding');
  return async (text) => {
    const { data, dims } = await graph.run(graph.read(text), output);
    const width = dims.at(-1)!;
    const vector =
      dims.length === 2 ? data : files.pooling === 'cls' ? data.subarray(0, width) : mean(data, width);
    return vector.slice(0, files.dimensions ?? width);
  };
}

/**
 * Loads a model that reads a question together with a text. Returns a logit of how well the text answers it.
 * @throws EmbeddingError
 */
export async function openCrossEncoder(
  files: OnnxFiles,
  runtime: OnnxRuntime,
): Promise<(text: string, question: string) => Promise<Float32Array>> {
  const graph = await openGraph(files, runtime);
  if (!graph.outputs.includes('logits')) throw lacksOutput(graph, 'logits');
  return async (text, question) => {
    const { data } = await graph.run(graph.read(question, text), 'logits');
    if (data.length !== 1) {
      throw new EmbeddingError(
        `The model file ${graph.path} gives ${data.length} logits for a text. A reranker is a cross-encoder with one.`,
      );
    }
    return data;
  };
}

function lacksOutput({ path, outputs }: OnnxGraph, needed: string): EmbeddingError {
  const has = outputs.join(', ') || 'none';
  return new EmbeddingError(`The model file ${path} needs the output ${needed}, in float32. It has ${has}.`);
}

function mean(tokens: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width);
  for (const [i, value] of tokens.entries()) sum[i % width]! += value;
  const count = tokens.length / width;
  return sum.map((value) => value / count);
}
