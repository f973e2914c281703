import { createHash } from 'node:crypto';
import type { Embedder } from './embedder.ts';
import { type GivenOptions, optionsOf } from './embedding-options.ts';
import { createOnnxEmbedder } from './onnx-embedder.ts';
import { hashModel, readOnnxFolder } from './onnx-folder.ts';

/**
 * The embedding model of a folder. What it is to be told is configured, said by its files or known by its name, in this
 * order.
 * @param cache where the runtime is unpacked
 * @throws DocentError `invalid_request`
 */
export async function openOnnx(path: string, cache: string, given: GivenOptions = {}): Promise<Embedder> {
  const { name, prompts, ...files } = readOnnxFolder(path, 'DOCENT_EMBEDDING_MODEL');
  const options = optionsOf(name, {
    queryPrefix: prompts.query,
    documentPrefix: prompts.document,
    pooling: files.pooling,
    ...given,
  });
  const { documentPrefix, dimensions, distance, pooling } = options;
  const maxTokens = Math.min(files.maxTokens, options.maxTokens);
  const made = JSON.stringify([
    await hashModel(files),
    documentPrefix,
    dimensions,
    distance,
    pooling,
    maxTokens,
  ]);
  return createOnnxEmbedder(
    { kind: 'encoder', files: { ...files, pooling, dimensions, maxTokens } },
    cache,
    {
      id: `onnx#${createHash('sha256').update(made).digest('hex').slice(0, 16)}`,
      distance,
      fusion: { share: options.share, floor: options.floor },
      understands: () => true,
    },
    { query: options.queryPrefix, document: documentPrefix },
  );
}
