import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import type { Pooling } from './onnx-encoder.ts';
import type { OnnxFiles } from './onnx-graph.ts';

/** What a folder says of its model, in the files of transformers and sentence-transformers. */
type OnnxFolder = OnnxFiles & {
  /** The folder's name, and that which the model was published by. */
  name: string;
  pooling?: Pooling | undefined;
  prompts: { query?: string | undefined; document?: string | undefined };
};

/** Begins a setting that names a folder. */
export const onnxPrefix = 'onnx:';

const graphNames = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'];

/** When the folder does not say how many tokens the model reads. */
const usualTokens = 512;

const count = z.number().min(8).max(1_000_000).transform(Math.floor).optional().catch(undefined);
const config = z.object({
  _name_or_path: z.string().optional().catch(undefined),
  max_position_embeddings: count,
  model_type: z.string().optional().catch(undefined),
});
const lengths = z.object({ max_seq_length: count });
const prompt = z.string().optional().catch(undefined);
const prompts = z.object({
  prompts: z.object({ query: prompt, document: prompt, passage: prompt }).optional().catch(undefined),
});
const poolingFile = z.record(z.string(), z.unknown());

/**
 * Reads a folder with an ONNX graph and `tokenizer.json`.
 * @param path of the folder, or of one of its graphs
 * @param setting that names it, for errors
 * @throws DocentError `invalid_request` when a file is missing, cannot be read, or asks for what Docent cannot do
 */
export function readOnnxFolder(path: string, setting: string): OnnxFolder {
  const refuse = (problem: string) => new DocentError('invalid_request', `${setting}: ${problem}`);
  const given = resolve(path);
  if (path === '' || !existsSync(given)) throw refuse(`There is no folder ${path}.`);
  const graph = statSync(given).isFile()
    ? given
    : graphNames.map((name) => join(given, name)).find((file) => existsSync(file));
  if (graph === undefined) throw refuse(`${path} holds no ONNX graph: ${graphNames.join(', ')}.`);
  if (!graph.endsWith('.onnx')) throw refuse(`${path} is neither a folder nor an ONNX graph.`);
  const beside = dirname(graph);
  const folder = basename(beside) === 'onnx' ? dirname(beside) : beside;
  const tokenizer = join(folder, 'tokenizer.json');
  if (!existsSync(tokenizer)) throw refuse(`${folder} holds no tokenizer.json.`);

  function read<Shape>(name: string, shape: z.ZodType<Shape>): Shape {
    const file = join(folder, name);
    try {
      return shape.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
    } catch (cause) {
      throw new DocentError('invalid_request', `${setting}: ${file} is not the JSON that is expected.`, {
        cause,
      });
    }
  }
  const { _name_or_path, max_position_embeddings, model_type = '' } = read('config.json', config);
  // RoBERTa's positions begin after that of its padding, which is 1.
  const positions =
    (max_position_embeddings ?? usualTokens) - (/roberta|camembert|mpnet/.test(model_type) ? 2 : 0);
  const known = read('config_sentence_transformers.json', prompts).prompts;
  return {
    graph,
    tokenizer,
    name: [basename(folder), _name_or_path].filter((name) => name !== undefined).join('/'),
    maxTokens: Math.min(positions, read('sentence_bert_config.json', lengths).max_seq_length ?? positions),
    pooling: poolingOf(read('1_Pooling/config.json', poolingFile), refuse),
    prompts: { query: known?.query, document: known?.document ?? known?.passage },
    advice: 'Export it again, or name another folder.',
  };
}

/** https://github.com/UKPLab/sentence-transformers: a flag for each mode, or in newer versions its name. */
function poolingOf(
  file: Record<string, unknown>,
  refuse: (problem: string) => DocentError,
): Pooling | undefined {
  const flags = Object.keys(file).filter((name) => name.startsWith('pooling_mode_') && file[name] === true);
  const modes = typeof file['pooling_mode'] === 'string' ? [file['pooling_mode']] : flags;
  const [mode, ...others] = modes.map((name) => name.replace('pooling_mode_', '').replace(/_tokens?$/, ''));
  if (mode === undefined) return undefined;
  if (others.length > 0 || (mode !== 'mean' && mode !== 'cls')) {
    throw refuse(
      `1_Pooling/config.json asks for pooling by ${modes.join(' and ')}. Docent pools by mean or CLS.`,
    );
  }
  return mode;
}

/** Identifies the content of a model: its graph, with weights that lie in files of their own, and its tokenizer. */
export async function hashModel({ graph, tokenizer }: OnnxFiles): Promise<string> {
  const hash = createHash('sha256');
  const beside = dirname(graph);
  // Weights of more than 2 GB lie beside the graph: `model.onnx_data`, `model.onnx.data`.
  const parts = readdirSync(beside).filter((name) => name.startsWith(basename(graph)));
  for (const file of [...parts.sort().map((name) => join(beside, name)), tokenizer]) {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 }))
      hash.update(bytes as Uint8Array);
  }
  return hash.digest('hex');
}
