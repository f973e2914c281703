import { writeOnnx, type OnnxNode, type OnnxTensor } from './write-onnx.ts';
import type { Tensors } from './read-safetensors.ts';

const [layers, width, heads, innerWidth, words] = [6, 384, 12, 1536, 30_522];

/** The model's maximum number of tokens. */
const maxTokens = 512;

/** Largest weight as an integer. Processors without VNNI add two products in 16 bits, which 8-bit weights overflow. */
const maxWeight = 63;

/** The `layer_norm_eps` of its config. */
const epsilon = { float: 1e-12 };

/**
 * all-MiniLM-L6-v2 as an ONNX model: token ids of one text in, the mean of its last layer out, not yet normalized.
 * The weights of matrix products are 8-bit integers, activations are quantized dynamically (DynamicQuantizeMatMul of
 * https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md). One text at a time: there is no
 * padding to mask, and a text's vector does not depend on other texts.
 */
export function miniLmGraph(weights: Tensors): Uint8Array {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  const micro = 'com.microsoft';

  function node(
    op: string,
    domain: string,
    inputs: string[],
    output: string,
    attributes: OnnxNode['attributes'] = {},
  ) {
    nodes.push({ op, domain, inputs, outputs: [output], attributes });
    return output;
  }
  function floats(name: string, data: Float32Array, dims = [data.length]): string {
    tensors.push({ name, type: 'float', dims, data });
    return name;
  }
  function vector(name: string, length = width): string {
    return floats(name, weights(name, [length]));
  }
  function product(input: string, name: string, parts: string[], rows: number, columns: number): string {
    const matrix = quantize(
      parts.map((part) => weights(`${part}.weight`, [columns, rows])),
      rows,
    );
    const all = columns * parts.length;
    const bias = Float32Array.from(parts.flatMap((part) => [...weights(`${part}.bias`, [columns])]));
    tensors.push({ name: `${name}.q`, type: 'int8', dims: [rows, all], data: matrix.data });
    floats(`${name}.scale`, matrix.scales);
    const inputs = [input, `${name}.q`, `${name}.scale`, '', floats(`${name}.bias`, bias)];
    return node('DynamicQuantizeMatMul', micro, inputs, `${name}.out`);
  }
  function normalize(input: string, skip: string, name: string): string {
    const inputs = [input, skip, vector(`${name}.weight`), vector(`${name}.bias`)];
    return node('SkipLayerNormalization', micro, inputs, `${name}.out`, { epsilon });
  }

  let hidden = embed();
  for (let i = 0; i < layers; i++) hidden = layer(hidden, `encoder.layer.${i}`);
  tensors.push({ name: 'axes', type: 'int64', dims: [1], data: BigInt64Array.of(1n) });
  node('ReduceMean', '', [hidden, 'axes'], 'vector', { keepdims: 0 });
  return writeOnnx({
    inputs: [{ name: 'ids', type: 'int64', dims: [1, 'length'] }],
    outputs: [{ name: 'vector', type: 'float', dims: [1, width] }],
    nodes,
    tensors,
    operators: { '': 20, [micro]: 1 },
  });

  /** Embeddings of words and positions; the single token type is added to the positions. */
  function embed(): string {
    const wordEmbeddings = weights('embeddings.word_embeddings.weight', [words, width]);
    tensors.push({
      name: 'words',
      type: 'float16',
      dims: [words, width],
      data: new Float16Array(wordEmbeddings),
    });
    const kinds = weights('embeddings.token_type_embeddings.weight', [2, width]);
    const places = weights('embeddings.position_embeddings.weight', [maxTokens, width]);
    floats(
      'places',
      places.map((value, i) => value + (kinds[i % width] ?? 0)),
      [1, maxTokens, width],
    );
    node('Cast', '', [node('Gather', '', ['words', 'ids'], 'words.half')], 'words.out', { to: 1 });
    for (const [name, value] of [
      ['zero', 0n],
      ['one', 1n],
      ['two', 2n],
    ] as const) {
      tensors.push({ name, type: 'int64', dims: [1], data: BigInt64Array.of(value) });
    }
    node('Slice', '', [node('Shape', '', ['ids'], 'shape'), 'one', 'two', 'zero'], 'length');
    node('Slice', '', ['places', 'zero', 'length', 'one'], 'places.out');
    return normalize('words.out', 'places.out', 'embeddings.LayerNorm');
  }

  function layer(input: string, name: string): string {
    const self = `${name}.attention.self`;
    const attended = attend(input, self);
    const attentionOut = `${name}.attention.output`;
    const projected = product(attended, `${attentionOut}.dense`, [`${attentionOut}.dense`], width, width);
    const middle = normalize(projected, input, `${attentionOut}.LayerNorm`);
    const inner = product(middle, `${name}.inner`, [`${name}.intermediate.dense`], width, innerWidth);
    const active = node('Gelu', '', [inner], `${name}.active`);
    const outer = product(active, `${name}.outer`, [`${name}.output.dense`], innerWidth, width);
    return normalize(outer, middle, `${name}.output.LayerNorm`);
  }

  function attend(input: string, self: string): string {
    const parts = ['query', 'key', 'value'];
    const all = product(
      input,
      `${self}.all`,
      parts.map((part) => `${self}.${part}`),
      width,
      width,
    );
    const outputs = parts.map((part) => `${self}.${part}.out`);
    nodes.push({ op: 'Split', domain: '', inputs: [all], outputs, attributes: { axis: 2, num_outputs: 3 } });
    return node('MultiHeadAttention', micro, outputs, `${self}.out`, { num_heads: heads });
  }
}

/** Matrices (rows of outputs, as in PyTorch) side by side, transposed, as small integers with one scale per column. */
function quantize(matrices: Float32Array[], rows: number): { data: Int8Array; scales: Float32Array } {
  const columns = matrices.flatMap((matrix) =>
    Array.from({ length: matrix.length / rows }, (_, i) => matrix.subarray(i * rows, (i + 1) * rows)),
  );
  const data = new Int8Array(rows * columns.length);
  const scales = Float32Array.from(
    columns,
    (column) => column.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / maxWeight,
  );
  for (const [j, column] of columns.entries()) {
    for (let i = 0; i < rows; i++)
      data[i * columns.length + j] = Math.round((column[i] ?? 0) / (scales[j] || 1));
  }
  return { data, scales };
}
