import { quantize, type SmallVector } from './quantize.ts';
import { blockSize, estimateSize, maxEntry, scanModule, stride } from './scan-module.ts';

/** Vectors in memory, to compare with queries. */
export type VectorScan = {
  /** Stores a section's vector. */
  set: (section: number, scale: number, values: Uint8Array) => void;
  /** Sections with a vector. */
  count: () => number;
  /**
   * The cosine of the query with every section's vector, by section; 0 without one. Of many vectors those that are not
   * among the nearest are estimated. Written to `into`, or valid until the next call.
   */
  similarities: (query: ArrayLike<number>, into?: Float32Array) => Float32Array;
  /** Vectors that the last query was compared with in full. */
  compared: () => number;
};

const pageBytes = 65_536;

/** Fewer vectors are all compared in the time that the words take. */
const usualEstimatedFrom = 200_000;

/** The share of the vectors that are compared in full: those of the highest estimates. */
const nearest = 0.02;

/** Vectors of which the cosines say what the estimates stand for. */
const sampleSize = 4096;

/** Vectors that are copied beside each other to be compared. */
const gathered = 64;

/**
 * What two bits say of a component, in deviations from 0: the least error for a normal distribution (Max, "Quantizing for
 * minimum distortion", 1960).
 */
const [largeFrom, levels] = [0.98, [0.45, -0.45, 1.51, -1.51]];

/** How far the length of a vector of length 1 may be off after rounding. */
const lengthTolerance = 0.02;

type Exports = {
  scan: (
    query: number,
    vectors: number,
    blocks: number,
    size: number,
    scales: number,
    queryScale: number,
    out: number,
  ) => void;
  estimate: (tables: number, codes: number, groups: number, codeBytes: number, out: number) => void;
};

/** The part of WebAssembly's types that we use: TypeScript has them only for browsers. */
type WebAssemblyApi = {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: { env: { memory: object } }) => { exports: Exports };
};

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
const compiled = new Module(scanModule);

/**
 * Allocates vectors of `dimensions` components for sections 0 to `count - 1`.
 * @param estimatedFrom the count from which on most cosines are estimated
 */
export function createVectorScan(
  count: number,
  dimensions: number,
  estimatedFrom = usualEstimatedFrom,
): VectorScan {
  const size = Math.ceil(dimensions / stride) * stride;
  const blocks = Math.ceil(count / blockSize);
  const room = blocks * blockSize;
  // Codes say nothing of lengths, which count in the dot product of vectors that keep theirs.
  let isEstimated = count >= estimatedFrom;
  const groups = isEstimated ? Math.ceil(count / estimateSize) : 0;
  const codeBytes = estimateSize * 2 * Math.ceil(dimensions / 8);
  const scalesAt = 2 * size;
  const foundAt = scalesAt + 4 * room;
  const tablesAt = foundAt + 4 * room;
  const gatheredScalesAt = tablesAt + 2 * codeBytes;
  const gatheredAt = gatheredScalesAt + 4 * gathered;
  const codesAt = gatheredAt + 4 * gathered;
  const estimatesAt = codesAt + codeBytes * groups;
  const vectorsAt = estimatesAt + 2 * estimateSize * groups;
  const memory = new Memory({ initial: Math.ceil((vectorsAt + size * (count + gathered)) / pageBytes) });
  const { scan, estimate } = new Instance(compiled, { env: { memory } }).exports;
  const query = new Int8Array(memory.buffer, 0, 2 * size);
  const scales = new Float32Array(memory.buffer, scalesAt, count);
  const found = new Float32Array(memory.buffer, foundAt, count);
  const tables = new Uint8Array(memory.buffer, tablesAt, 2 * codeBytes);
  const gatheredScales = new Float32Array(memory.buffer, gatheredScalesAt, gathered);
  const gatheredFound = new Float32Array(memory.buffer, gatheredAt, gathered);
  const codes = new Uint8Array(memory.buffer, codesAt, codeBytes * groups);
  const estimates = new Uint16Array(memory.buffer, estimatesAt, estimateSize * groups);
  const vectors = new Uint8Array(memory.buffer, vectorsAt, size * (count + gathered));

  let [stored, compared] = [0, 0];

  /** Two bits for each component: whether it is below 0, and whether it is large. */
  function writeCode(section: number, values: Int8Array, length: number): void {
    const large = Math.floor((largeFrom * length) / Math.sqrt(dimensions));
    const lane = section % estimateSize;
    const at = ((section - lane) / estimateSize) * codeBytes + lane;
    for (let i = 0; i < dimensions; i += 4) {
      let byte = 0;
      for (let j = 3; j >= 0; j--) {
        // Without branches, which nothing could predict.
        const value = values[i + j]! | 0;
        byte = (byte << 2) | (((large - Math.abs(value)) >>> 31) << 1) | (value >>> 31);
      }
      codes[at + (i / 4) * estimateSize] = byte;
    }
  }

  /** Compares these sections' vectors, which are anywhere. */
  function compareSome(sections: ArrayLike<number>, queryScale: number, into: Float32Array): void {
    for (let from = 0; from < sections.length; from += gathered) {
      const many = Math.min(gathered, sections.length - from);
      for (let i = 0; i < many; i++) {
        const section = sections[from + i]!;
        vectors.copyWithin((count + i) * size, section * size, (section + 1) * size);
        gatheredScales[i] = scales[section]!;
      }
      scan(0, vectorsAt + size * count, gathered / blockSize, size, gatheredScalesAt, queryScale, gatheredAt);
      for (let i = 0; i < many; i++) into[sections[from + i]!] = gatheredFound[i]!;
    }
    compared += sections.length;
  }

  function estimateAll({ values, scale }: SmallVector, into: Float32Array): void {
    writeTables(values, tables);
    estimate(tablesAt, codesAt, groups, codeBytes, estimatesAt);
    const sample: number[] = [];
    const step = Math.max(1, Math.floor(count / sampleSize));
    for (let i = 0; i < count; i += step) if (scales[i] !== 0) sample.push(i);
    compareSome(sample, scale, into);
    const { least, slope, base } = readSample(sample, estimates, into);
    const near: number[] = [];
    for (let i = 0; i < count; i++) {
      const estimated = estimates[i]!;
      into[i] = base + slope * estimated;
      if (estimated >= least) near.push(i);
    }
    if (stored < count) for (let i = 0; i < count; i++) if (scales[i] === 0) into[i] = 0;
    compareSome(near, scale, into);
  }

  return {
    set(section, scale, values) {
      if (values.length !== dimensions) throw new Error('a vector of another length than its neighbours');
      vectors.set(values, section * size);
      if (scale > 0 && scales[section] === 0) stored++;
      scales[section] = scale;
      if (!isEstimated || scale === 0) return;
      const signed = new Int8Array(values.buffer, values.byteOffset, dimensions);
      const length = lengthOf(signed);
      writeCode(section, signed, length);
      isEstimated = Math.abs(length * scale - 1) < lengthTolerance;
    },
    count: () => stored,
    compared: () => compared,
    similarities(vector, into = found) {
      if (vector.length !== dimensions) throw new Error('a query of another length than the vectors');
      const small = quantize(vector);
      writeHalves(small.values, query);
      compared = 0;
      if (isEstimated) estimateAll(small, into);
      else {
        scan(0, vectorsAt, blocks, size, scalesAt, small.scale, foundAt);
        compared = count;
        if (into !== found) into.set(found);
      }
      return into;
    },
  };
}

/** For each four bits of a code what their two components' products with the query's come to, from 0 on. */
function writeTables(values: Int8Array, tables: Uint8Array): void {
  const sums = new Float64Array(tables.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    for (let entry = 0; entry < 16; entry++) {
      const level = levels[(entry >> (2 * (i % 2))) & 3]!;
      sums[8 * (i - (i % 2)) + entry]! += Math.abs(value) * levels[2]! + value * level;
    }
  }
  const most = Math.min(maxEntry, Math.floor((16 * 0xffff) / tables.length));
  const scale = most / (sums.reduce((max, sum) => Math.max(max, sum), 0) || 1);
  for (let i = 0; i < sums.length; i++) tables[i] = Math.round(sums[i]! * scale);
}

/** From which estimate on vectors are the nearest, and the line from estimates to cosines with the sample's mean and deviation. */
function readSample(sample: readonly number[], estimates: Uint16Array, cosines: Float32Array) {
  const estimated = Uint16Array.from(sample, (i) => estimates[i]!).sort();
  const [middle, width] = meanAndDeviation(estimated);
  const [mean, deviation] = meanAndDeviation(Float32Array.from(sample, (i) => cosines[i]!));
  const slope = deviation / (width || 1);
  const least = estimated[Math.floor((1 - nearest) * estimated.length)] ?? 0;
  return { least, slope, base: mean - slope * middle };
}

function meanAndDeviation(values: Uint16Array | Float32Array): [number, number] {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  const mean = sum / values.length;
  for (let i = 0; i < values.length; i++) squares += (values[i]! - mean) ** 2;
  return [mean, Math.sqrt(squares / values.length)];
}

/** The length of a vector of 8-bit integers, before its scale. */
function lengthOf(values: Int8Array): number {
  let square = 0;
  for (let i = 0; i < values.length; i++) square += values[i]! * values[i]!;
  return Math.sqrt(square);
}

/** Writes what is above 0, then what is below, negated: by 16 components, as the module reads them. */
function writeHalves(values: Int8Array, halves: Int8Array): void {
  for (let i = 0; i < values.length; i++) {
    const at = 2 * i - (i % 16);
    halves[at] = Math.max(0, values[i]!);
    halves[at + 16] = Math.max(0, -values[i]!);
  }
}
