import { quantize } from './quantize.ts';
import { blockSize, scanModule, stride } from './scan-module.ts';

/** Vectors in memory, to compare with queries. */
export type VectorScan = {
  /** Stores a section's vector. */
  set: (section: number, scale: number, values: Uint8Array) => void;
  /** Sections with a vector. */
  count: () => number;
  /** The cosine of the query with every section's vector, by section; 0 without one. Valid until the next call. */
  similarities: (query: ArrayLike<number>) => Float32Array;
};

const pageBytes = 65_536;

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
};

/** The part of WebAssembly's types that we use: TypeScript has them only for browsers. */
type WebAssemblyApi = {
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Instance: new (module: object, imports: { env: { memory: object } }) => { exports: Exports };
};

const { Module, Memory, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
const compiled = new Module(scanModule);

/** Allocates vectors of `dimensions` components for sections 0 to `count - 1`. */
export function createVectorScan(count: number, dimensions: number): VectorScan {
  const size = Math.ceil(dimensions / stride) * stride;
  const blocks = Math.ceil(count / blockSize);
  const room = blocks * blockSize;
  const scalesAt = 2 * size;
  const foundAt = scalesAt + 4 * room;
  const vectorsAt = foundAt + 4 * room;
  const memory = new Memory({ initial: Math.ceil((vectorsAt + size * room) / pageBytes) });
  const { scan } = new Instance(compiled, { env: { memory } }).exports;
  const query = new Int8Array(memory.buffer, 0, 2 * size);
  const scales = new Float32Array(memory.buffer, scalesAt, count);
  const found = new Float32Array(memory.buffer, foundAt, count);
  const vectors = new Uint8Array(memory.buffer, vectorsAt, size * count);

  let stored = 0;

  return {
    set(section, scale, values) {
      if (values.length !== dimensions) throw new Error('a vector of another length than its neighbours');
      vectors.set(values, section * size);
      if (scale > 0 && scales[section] === 0) stored++;
      scales[section] = scale;
    },
    count: () => stored,
    similarities(vector) {
      if (vector.length !== dimensions) throw new Error('a query of another length than the vectors');
      const small = quantize(vector);
      writeHalves(small.values, query);
      scan(0, vectorsAt, blocks, size, scalesAt, small.scale, foundAt);
      return found;
    },
  };
}

/** Writes what is above 0, then what is below, negated: by 16 components, as the module reads them. */
function writeHalves(values: Int8Array, halves: Int8Array): void {
  for (let i = 0; i < values.length; i++) {
    const at = 2 * i - (i % 16);
    halves[at] = Math.max(0, values[i]!);
    halves[at + 16] = Math.max(0, -values[i]!);
  }
}
