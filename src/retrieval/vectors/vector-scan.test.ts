import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantize } from './quantize.ts';
import { createVectorScan } from './vector-scan.ts';

/** Numbers from -1 to 1 that are the same in each run. */
function* pseudoRandom(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    yield (state / 0x7fffffff) * 2 - 1;
  }
}

function makeVectors(count: number, dimensions: number): number[][] {
  const random = pseudoRandom(count + dimensions);
  return Array.from({ length: count }, () => Array.from({ length: dimensions }, () => random.next().value));
}

function cosine(a: number[], b: number[]): number {
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

for (const dimensions of [16, 100, 384, 1536]) {
  test(`the scan gives the cosines of vectors of ${dimensions} components, but for rounding`, () => {
    const [query, ...vectors] = makeVectors(50, dimensions);
    const scan = createVectorScan(vectors.length, dimensions);
    for (const [i, vector] of vectors.entries()) {
      const { scale, values } = quantize(vector);
      scan.set(i, scale, new Uint8Array(values.buffer));
    }
    const similarities = scan.similarities(query!);
    for (const [i, vector] of vectors.entries()) {
      assert.ok(Math.abs(similarities[i]! - cosine(query!, vector)) < 0.01, `vector ${i}`);
    }
  });
}

test('the largest products do not overflow', () => {
  const signs = Array.from({ length: 3072 }, (_, i) => (i % 3 === 0 ? -1 : 1));
  const scan = createVectorScan(2, signs.length);
  for (const [i, sign] of [1, -1].entries()) {
    const { scale, values } = quantize(signs.map((value) => value * sign));
    scan.set(i, scale, new Uint8Array(values.buffer));
  }
  assert.deepEqual(
    [...scan.similarities(signs)].map((cosine) => Number(cosine.toFixed(5))),
    [1, -1],
  );
});

test('a section without a vector is like nothing', () => {
  const scan = createVectorScan(3, 16);
  const { scale, values } = quantize(Array.from({ length: 16 }, () => 1));
  scan.set(1, scale, new Uint8Array(values.buffer));
  assert.equal(scan.count(), 1);
  const similarities = scan.similarities(Array.from({ length: 16 }, () => 2));
  assert.equal(similarities[0], 0);
  assert.ok(similarities[1]! > 0.99);
});

test('vectors of another length are refused', () => {
  const scan = createVectorScan(1, 16);
  assert.throws(() => scan.similarities([1, 2, 3]), /another length/);
  assert.throws(() => scan.set(0, 1, new Uint8Array(8)), /another length/);
});

test('a vector of zeros, or with a component that is not a number, is not a vector', () => {
  assert.equal(quantize([0, 0]).scale, 0);
  assert.equal(quantize([Number.NaN, 1]).scale, 0);
  assert.equal(quantize([Number.POSITIVE_INFINITY, 1]).scale, 0);
});

/** Vectors around centres, as sections are around subjects, with a query for each centre. */
function makeSubjects(subjects: number, of: number, dimensions: number) {
  const random = pseudoRandom(subjects);
  const near = (centre: number[]) => centre.map((value) => value + 0.8 * random.next().value);
  const centres = makeVectors(subjects, dimensions);
  return {
    vectors: centres.flatMap((centre) => Array.from({ length: of }, () => near(centre))),
    queries: centres.slice(0, 10).map(near),
  };
}

test('of many vectors few are compared, and the nearest are found', () => {
  // Not a multiple of what is read at once.
  const dimensions = 90;
  const { vectors, queries } = makeSubjects(205, 40, dimensions);
  const [exact, estimated] = [Infinity, 0].map((from) =>
    createVectorScan(vectors.length + 1, dimensions, from),
  );
  for (const [i, vector] of vectors.entries()) {
    const { scale, values } = quantize(vector);
    for (const scan of [exact!, estimated!]) scan.set(i + 1, scale, new Uint8Array(values.buffer));
  }
  let found = 0;
  for (const query of queries) {
    const [all, some] = [exact!.similarities(query), estimated!.similarities(query)];
    const best = new Set(highest(all));
    found += highest(some).filter((i) => best.has(i) && all[i] === some[i]).length;
    assert.equal(some[0], 0);
    const [usual, deviation] = spread(all);
    assert.ok(Math.abs(spread(some)[0] - usual) < 0.1 * deviation);
    assert.ok(Math.abs(spread(some)[1] - deviation) < 0.1 * deviation);
    assert.ok(estimated!.compared() < 0.6 * exact!.compared(), `${estimated!.compared()} compared`);
  }
  assert.ok(found >= 0.99 * 10 * queries.length, `${found} found`);
});

test('of vectors that keep their length all are compared', () => {
  const vectors = makeVectors(9_000, 16);
  const scan = createVectorScan(vectors.length, 16, 0);
  for (const [i, vector] of vectors.entries()) {
    const { scale, values } = quantize(vector, true);
    scan.set(i, scale, new Uint8Array(values.buffer));
  }
  scan.similarities(vectors[0]!);
  assert.equal(scan.compared(), vectors.length);
});

function highest(values: Float32Array): number[] {
  return [...values.keys()].sort((a, b) => values[b]! - values[a]!).slice(0, 10);
}

function spread(values: Float32Array): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return [mean, Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)];
}
