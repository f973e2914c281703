import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { EmbeddingError } from './embedding-error.ts';
import type { OnnxRuntime } from './onnx-runtime.ts';

/** An ONNX model of texts: its graph, its tokenizer's description, and what it needs. */
export type OnnxFiles = {
  graph: string;
  tokenizer: string;
  /** The maximum number of tokens that it reads; the rest is cut off. */
  maxTokens: number;
  /** What to do when the graph cannot be read. */
  advice: string;
};

type Tokens = { ids: number[]; types: number[] };

/** A graph that was loaded into this thread. */
export type OnnxGraph = {
  path: string;
  outputs: readonly string[];
  /** The tokens of a text; or of two, of which the first leaves half of them to the second. */
  read: (text: string, second?: string) => Tokens;
  /** One output for the tokens of one text: there is no padding to mask, and a text's vector does not depend on others. */
  run: (tokens: Tokens, output: string) => Promise<{ data: Float32Array; dims: readonly number[] }>;
};

/** Characters for each token. So many contain the maximum number of tokens in any script; more need not be tokenized. */
const maxCharacters = 16;

/** What BERT-like graphs call their inputs (https://huggingface.co/docs/transformers/model_doc/bert), and our own `ids`. */
const inputs: Record<string, (tokens: Tokens) => number[]> = {
  ids: ({ ids }) => ids,
  input_ids: ({ ids }) => ids,
  attention_mask: ({ ids }) => ids.map(() => 1),
  token_type_ids: ({ types }) => types,
};

/** @throws EmbeddingError when the graph or the tokenizer cannot be read, or the graph needs other inputs */
export async function openGraph(files: OnnxFiles, runtime: OnnxRuntime): Promise<OnnxGraph> {
  const { graph, maxTokens, advice } = files;
  const session = await runtime.InferenceSession.create(graph, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    enableCpuMemArena: false,
    logSeverityLevel: 3,
  }).catch((error: unknown) => {
    throw new EmbeddingError(`The model file ${graph} is damaged or cannot be run. ${advice}`, error);
  });
  const feeds = session.inputMetadata.map((input) => {
    const values = Object.hasOwn(inputs, input.name) ? inputs[input.name] : undefined;
    const type = input.isTensor ? input.type : 'other';
    if (values === undefined || (type !== 'int64' && type !== 'int32')) {
      const known = 'input_ids, attention_mask and token_type_ids, as integers';
      throw new EmbeddingError(
        `The model file ${graph} needs the input ${input.name} (${type}). Docent gives ${known}.`,
      );
    }
    return { name: input.name, values, type } as const;
  });
  const tokenizer = await openTokenizer(files.tokenizer);
  const start = (text: string) => text.slice(0, maxCharacters * maxTokens).toWellFormed();
  const encode = (text: string, second?: string) =>
    tokenizer.encode(text, { text_pair: second ?? null, return_token_type_ids: true });
  const half = (text: string) => {
    const { length } = encode(text).ids;
    return length <= maxTokens / 2 ? text : start(text.slice(0, (text.length * maxTokens) / (2 * length)));
  };
  const closing = commonEnd(encode('').ids, encode('a').ids);
  const tensor = (type: 'int64' | 'int32', values: number[]) =>
    type === 'int64'
      ? new runtime.Tensor(type, BigInt64Array.from(values, BigInt), [1, values.length])
      : new runtime.Tensor(type, Int32Array.from(values), [1, values.length]);
  return {
    path: graph,
    outputs: session.outputMetadata.flatMap((output) =>
      output.isTensor && output.type === 'float32' ? [output.name] : [],
    ),
    read(text, second) {
      const { ids, token_type_ids: types } =
        second === undefined ? encode(start(text)) : encode(half(start(text)), start(second));
      if (ids.length <= maxTokens) return { ids, types };
      return {
        ids: [...ids.slice(0, maxTokens - closing.length), ...closing],
        types: types.slice(0, maxTokens),
      };
    },
    async run(tokens, output) {
      const given = feeds.map(({ name, values, type }) => [name, tensor(type, values(tokens))]);
      const { [output]: result } = await session.run(Object.fromEntries(given), [output]);
      return { data: result!.data as Float32Array, dims: result!.dims };
    },
  };
}

async function openTokenizer(file: string): Promise<Tokenizer> {
  try {
    return new Tokenizer(JSON.parse(await readFile(file, 'utf8')) as object, {});
  } catch (error) {
    throw new EmbeddingError(
      `The tokenizer ${file} cannot be read: it is damaged, or of an unknown kind.`,
      error,
    );
  }
}

/** The marks that end every text. */
function commonEnd(a: number[], b: number[]): number[] {
  let length = 0;
  while (length < a.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return a.slice(a.length - length);
}
