import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { measureScale, miniLmScale } from './cosine-scale.ts';
import { createMiniLm } from './minilm.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-minilm-'));
const model = createMiniLm(folder);
after(async () => {
  await model.close();
  rmSync(folder, { recursive: true });
});

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function assertNear(actual: number, expected: number, max: number): void {
  assert.ok(Math.abs(actual - expected) <= max, `${actual} is not ${expected}`);
}

// The full-precision result of https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
test('texts get the vectors that the model is known for, but for rounding', async () => {
  const vector = await model.embedQuery('This is an example sentence');
  const length = Math.hypot(...vector);
  const known = [0.0677, 0.0635, 0.0487, 0.0793, 0.0374, 0.0027];
  for (const [i, component] of known.entries()) assertNear(vector[i]! / length, component, 0.02);
  assert.equal(vector.length, 384);
});

test('texts are as much alike as the model is known to say', async () => {
  const [person, dog, very, sunny] = await model.embedDocuments([
    'That is a happy person',
    'That is a happy dog',
    'That is a very happy person',
    'Today is a sunny day',
  ]);
  assertNear(cosine(person!, dog!), 0.695, 0.03);
  assertNear(cosine(person!, very!), 0.943, 0.03);
  assertNear(cosine(person!, sunny!), 0.257, 0.03);
});

test('what its cosines say is what is known of it', async () => {
  const { related, unrelated } = (await measureScale(model))!;
  assert.ok(Math.abs(related - miniLmScale.related) < 0.02, `${related}`);
  assert.ok(Math.abs(unrelated - miniLmScale.unrelated) < 0.02, `${unrelated}`);
});

test("a text's vector does not depend on what is embedded with it", async () => {
  const alone = await model.embedQuery('Install the package');
  const [, among] = await model.embedDocuments(['Something else that is longer', 'Install the package']);
  assert.deepEqual(among, alone);
});

test('any text has a vector: empty, endless, of any script, ill-formed', async () => {
  const texts = [
    '',
    'x'.repeat(100_000),
    '状态管理 😀',
    'in\u0000stall \ud800',
    'word '.repeat(10_000),
    '[CLS] [SEP]',
  ];
  for (const vector of await model.embedDocuments(texts)) {
    assert.ok(vector.every(Number.isFinite));
    assert.ok(Math.hypot(...vector) > 0);
  }
});

test('a model that is closed while it is loaded is not loaded to the end', async (t) => {
  // On a busy machine the thread may need longer to end by itself than a server waits for it.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const empty = mkdtempSync(join(tmpdir(), 'docent-minilm-'));
  const early = createMiniLm(empty);
  const loaded = assert.rejects(early.ready());
  await early.close();
  await loaded;
  assert.deepEqual(readdirSync(empty), []);
  rmSync(empty, { recursive: true });
});

test('other scripts than Latin are left to the words', () => {
  for (const text of ['How to install', 'Wie geht das?', '', 'print(1 + 1)', '使用 useState hook in React']) {
    assert.equal(model.understands(text), true, text);
  }
  for (const text of ['状态管理', 'Установка', 'インストール v2'])
    assert.equal(model.understands(text), false, text);
});

test('an abort stops the work on documents with its reason', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  await assert.rejects(model.embedDocuments(['a'], signal), /enough/);
});

test('the thread is idle only when nobody has work for it', async (t) => {
  // A timer of before would not be cleared.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const own = createMiniLm(folder);
  t.after(() => own.close());
  await Promise.all([own.embedDocuments(['a']), own.embedDocuments(['b'])]);
  const working = own.embedDocuments(Array.from({ length: 20 }, (_, i) => `text ${i}`));
  t.mock.timers.tick(60_000);
  assert.equal((await working).length, 20);
});

test('an abort leaves the work of others alone', async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `text ${i}`);
  const stop = new AbortController();
  const aborted = assert.rejects(model.embedDocuments(texts, stop.signal), /enough/);
  const others = model.embedDocuments(texts);
  stop.abort(new Error('enough'));
  await aborted;
  assert.equal((await others).length, 40);
});

test('a damaged model file is told with what to do, and the process lives', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'docent-minilm-'));
  const first = createMiniLm(copy);
  await first.ready();
  await first.close();
  const [graph] = readdirSync(copy);
  truncateSync(join(copy, graph!), 1000);
  const damaged = createMiniLm(copy);
  await assert.rejects(damaged.ready(), { name: 'EmbeddingError', message: /is damaged/ });
  await assert.rejects(damaged.embedQuery('a'), { name: 'EmbeddingError' });
  await assert.rejects(damaged.embedDocuments(['a']), { name: 'EmbeddingError' });
  await damaged.close();
  rmSync(copy, { recursive: true });
});

test('a closed model refuses', async () => {
  const closed = createMiniLm(folder);
  // It hears of the end while it loads, so the answer cannot come first.
  const refused = assert.rejects(closed.embedQuery('a'), { name: 'EmbeddingError' });
  await closed.close();
  await refused;
});
