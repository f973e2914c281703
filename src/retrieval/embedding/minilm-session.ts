import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { EmbeddingError } from './embedding-error.ts';
import type { MiniLmFiles } from './minilm-files.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** The model was trained on texts of up to this many tokens; the rest is cut off. */
const maxTokens = 256;

/** Characters. They contain the maximum number of tokens in any script, so more need not be tokenized. */
const maxCharacters = 4000;

const separator = 102;

/** Embeds one text. */
type MiniLmSession = (text: string) => Promise<Float32Array>;

/**
 * Loads the model into this thread.
 * @throws EmbeddingError when onnxruntime cannot read the graph
 */
export async function openMiniLm(
  { graph, tokenizer }: MiniLmFiles,
  { InferenceSession, Tensor }: OnnxRuntime,
): Promise<MiniLmSession> {
  const session = await InferenceSession.create(graph, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: false,
    logSeverityLevel: 3,
  }).catch((error: unknown) => {
    throw new EmbeddingError(
      `The embedding model's file ${graph} is damaged. Delete it; the next start generates it again.`,
      error,
    );
  });
  const description = JSON.parse(await readFile(tokenizer, 'utf8')) as object;
  const tokens = new Tokenizer(description, {});
  return async (text) => {
    const { ids } = tokens.encode(text.slice(0, maxCharacters).toWellFormed());
    const kept = ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), separator] : ids;
    const input = new Tensor('int64', BigInt64Array.from(kept, BigInt), [1, kept.length]);
    const { vector } = await session.run({ ids: input });
    return vector!.data as Float32Array;
  };
}
