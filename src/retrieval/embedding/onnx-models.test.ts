import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bertGraph, overlapGraph, smallGraph, writeFolder } from '../../../test/helpers/onnx-folders.ts';
import type { Embedder } from './embedder.ts';
import type { GivenOptions } from './embedding-options.ts';
import { openEmbedder } from './open-embedder.ts';

const root = mkdtempSync(join(tmpdir(), 'docent-onnx-'));
const opened: Embedder[] = [];
after(async () => {
  await Promise.all(opened.map((embedder) => embedder.close()));
  rmSync(root, { recursive: true });
});

async function open(name: string, options: GivenOptions = {}): Promise<Embedder> {
  const embedder = (await openEmbedder({ name, access: {}, folder: join(root, 'cache'), options }))!;
  opened.push(embedder);
  return embedder;
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const brought = writeFolder(join(root, 'mini'), bertGraph(), {
  'config.json': { model_type: 'bert', max_position_embeddings: 512 },
  'sentence_bert_config.json': { max_seq_length: 256 },
  '1_Pooling/config.json': {
    word_embedding_dimension: 384,
    pooling_mode_mean_tokens: true,
    pooling_mode_cls_token: false,
  },
});

test('a folder with the weights of the built-in model makes its vectors, but for rounding', async () => {
  const texts = ['How do I install it?', 'Run `npm ci` in the folder.', 'word '.repeat(1000)];
  const [built, own] = await Promise.all([open('minilm'), open(`onnx:${brought}`)]);
  const [expected, actual] = await Promise.all([built.embedDocuments(texts), own.embedDocuments(texts)]);
  for (const [i, text] of texts.entries()) {
    assert.equal(actual[i]!.length, 384);
    const alike = cosine(actual[i]!, expected[i]!);
    assert.ok(alike > 0.985, `${text.slice(0, 20)}: ${alike}`);
  }
  assert.deepEqual(await own.embedQuery(texts[0]!), actual[0]);
});

const small = smallGraph();
const plainFolder = writeFolder(join(root, 'plain'), small);

test('prefixes, dimensions and pooling are what is configured, said by the folder, or known by the name', async () => {
  const plain = await open(`onnx:${plainFolder}`);
  const marked = await open(`onnx:${plainFolder}`, {
    queryPrefix: 'query: ',
    documentPrefix: 'passage: ',
    dimensions: 3,
  });
  const [[asked], [told]] = [
    await plain.embedDocuments(['query: a']),
    await plain.embedDocuments(['passage: b']),
  ];
  assert.deepEqual(await marked.embedQuery('a'), asked!.slice(0, 3));
  assert.deepEqual(await marked.embedDocuments(['b']), [told!.slice(0, 3)]);

  const first = writeFolder(join(root, 'first'), small, {
    'config.json': { _name_or_path: 'BAAI/bge-small-en-v1.5' },
    'config_sentence_transformers.json': { prompts: { query: 'ask: ' } },
  });
  const cls = await open(`onnx:${first}`);
  const vector = await cls.embedQuery('a');
  const [configured] = await (
    await open(`onnx:${plainFolder}`, { pooling: 'cls' })
  ).embedDocuments(['ask: a']);
  assert.deepEqual(vector, configured);
  assert.notDeepEqual(vector, await plain.embedQuery('ask: a'));
});

test('the id tells models apart by their content, wherever they lie', async () => {
  const same = writeFolder(join(root, 'same'), small);
  rmSync(join(same, 'onnx'), { recursive: true });
  writeFileSync(join(same, 'model.onnx'), small);
  const ids = await Promise.all(
    [
      open(`onnx:${plainFolder}`),
      open(`onnx:${same}`),
      open(`onnx:${join(same, 'model.onnx')}`, {
        queryPrefix: 'only the question changes: ',
      }),
      open(`onnx:${plainFolder}`, { documentPrefix: 'passage: ' }),
      open(`onnx:${writeFolder(join(root, 'other'), overlapGraph('last_hidden_state'))}`),
    ].map(async (one) => (await one).id),
  );
  assert.match(ids[0]!, /^onnx#[0-9a-f]{16}$/);
  assert.deepEqual(ids.slice(0, 3), [ids[0], ids[0], ids[0]]);
  assert.equal(new Set(ids).size, 3);
});

test('what a folder lacks is said at start, and what its graph lacks when it is loaded', async () => {
  const refused = (path: string, message: RegExp) =>
    assert.rejects(open(`onnx:${path}`), { name: 'DocentError', code: 'invalid_request', message });
  await refused(join(root, 'gone'), /DOCENT_EMBEDDING_MODEL: There is no folder .*gone/);
  await refused('', /There is no folder/);
  mkdirSync(join(root, 'empty'));
  await refused(join(root, 'empty'), /holds no ONNX graph: model.onnx, onnx\/model.onnx/);
  writeFileSync(join(root, 'empty/model.onnx'), '');
  await refused(join(root, 'empty'), /holds no tokenizer.json/);
  const scores = overlapGraph();
  await refused(
    writeFolder(join(root, 'last'), small, { '1_Pooling/config.json': { pooling_mode_lasttoken: true } }),
    /pooling by pooling_mode_lasttoken. Docent pools by mean or CLS/,
  );
  const broken = writeFolder(join(root, 'broken'), small);
  writeFileSync(join(broken, 'config.json'), '{');
  await refused(broken, /config.json is not the JSON/);

  const fails = async (path: string, message: RegExp) =>
    assert.rejects((await open(`onnx:${path}`)).ready(), { name: 'EmbeddingError', message });
  const places = ['input_ids', 'position_ids', 'token_type_ids'];
  await fails(
    writeFolder(join(root, 'places'), overlapGraph('last_hidden_state', places)),
    /needs the input position_ids/,
  );
  await fails(
    writeFolder(join(root, 'scores'), scores),
    /needs the output last_hidden_state .* It has logits/,
  );
  await fails(
    writeFolder(join(root, 'cut'), scores.subarray(0, 100)),
    /model.onnx is damaged or cannot be run. Export/,
  );
  const unreadable = writeFolder(join(root, 'words'), overlapGraph('last_hidden_state'));
  writeFileSync(join(unreadable, 'tokenizer.json'), '{"version":"1.0"}');
  await fails(unreadable, /tokenizer.json cannot be read/);
});
