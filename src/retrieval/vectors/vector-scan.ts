import { quantize } from './quantize.ts';
import { scanModule, stride } from './scan-module.ts';

/** Vectors in memory, to compare with queries. */
export type VectorScan = {
  /** Stores a section's vector. */
  set: (section: number, scale: number, values: Uint8Array) => void;
  has: (section: number) => boolean;
  /** The cosine of the query with every section's vector, by section; 0 without one. Valid until the next call. */
  similarities: (query: ArrayLike<number>) => Float32Array;
};

const pageBytes = 65_536;

type Exports = { scan: (query: number, vectors: number, count: number, size: number, out: number) => void };

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
  const productsAt = 2 * size;
  const vectorsAt = Math.ceil((productsAt + 4 * count) / 16) * 16;
  const memory = new Memory({ initial: Math.ceil((vectorsAt + size * count) / pageBytes) });
  const { scan } = new Instance(compiled, { env: { memory } }).exports;
  const query = new Int16Array(memory.buffer, 0, size);
  const products = new Int32Array(memory.buffer, productsAt, count);
  const vectors = new Uint8Array(memory.buffer, vectorsAt, size * count);
  const scales = new Float32Array(count);
  const found = new Float32Array(count);

  return {
    set(section, scale, values) {
      if (values.length !== dimensions) throw new Error('a vector of another length than its neighbours');
      vectors.set(values, section * size);
      scales[section] = scale;
    },
    has: (section) => scales[section]! > 0,
    similarities(vector) {
      if (vector.length !== dimensions) throw new Error('a query of another length than the vectors');
      const small = quantize(vector);
      query.set(small.values);
      scan(0, vectorsAt, count, size, productsAt);
      for (let i = 0; i < count; i++) found[i] = products[i]! * scales[i]! * small.scale;
      return found;
    },
  };
}
