/** Opcodes of WebAssembly (https://webassembly.github.io/spec/core/appendix/index-instructions.html). */
const [block, loop, end, branch, branchIf] = [0x02, 0x03, 0x0b, 0x0c, 0x0d];
const [get, set, tee, constant, store] = [0x20, 0x21, 0x22, 0x41, 0x36];
const [add, subtract, isZero, isLess] = [0x6a, 0x6b, 0x45, 0x49];
const [i32, v128, noResult] = [0x7f, 0x7b, 0x40];
const simd = 0xfd;
const load = (offset: number) => [simd, 0x00, 0, offset];
const zeros = [simd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const lane = (i: number) => [simd, 0x1b, i];
const widenLow = [simd, 0x87, 0x01];
const widenHigh = [simd, 0x88, 0x01];
const dotPairs = [simd, 0xba, 0x01];
const addLanes = [simd, 0xae, 0x01];

const [query, vector, count, size, out, vectorEnd, queryAt, sumA, sumB, bytes] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];

/** Components per iteration of the inner loop. */
export const stride = 64;

/** A product of 16 components: both halves widened to 16 bits, multiplied by the query's, added to a sum. */
const addProducts = (sum: number, offset: number) =>
  [
    [get, sum, get, vector, ...load(offset), tee, bytes],
    [...widenLow, get, queryAt, ...load(2 * offset), ...dotPairs, ...addLanes],
    [get, bytes, ...widenHigh, get, queryAt, ...load(2 * offset + 16), ...dotPairs, ...addLanes, set, sum],
  ].flat();

const sumOfLanes = [0, 1, 2, 3].flatMap((i) => [get, sumA, ...lane(i), ...(i > 0 ? [add] : [])]);

const body = [
  [block, noResult, loop, noResult, get, count, isZero, branchIf, 1],
  [get, vector, get, size, add, set, vectorEnd, get, query, set, queryAt],
  [...zeros, set, sumA, ...zeros, set, sumB],
  [loop, noResult],
  [...addProducts(sumA, 0), ...addProducts(sumB, 16), ...addProducts(sumA, 32), ...addProducts(sumB, 48)],
  [get, queryAt, constant, ...signed(2 * stride), add, set, queryAt],
  [get, vector, constant, ...signed(stride), add, tee, vector, get, vectorEnd, isLess, branchIf, 0, end],
  [get, sumA, get, sumB, ...addLanes, set, sumA, get, out, ...sumOfLanes, store, 2, 0],
  [get, out, constant, 4, add, set, out, get, count, constant, 1, subtract, set, count],
  [branch, 0, end, end, end],
].flat();

const name = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, content: number[]) => [id, ...varint(content.length), ...content];
const code = [2, 2, i32, 3, v128, ...body];

/**
 * A WebAssembly module that scans vectors of 8-bit integers: `scan(query, vectors, count, size, out)` writes the dot
 * product of the query (16-bit integers) with each of `count` vectors of `size` bytes (a multiple of `stride`) to `out`, as
 * 32-bit integers. All are addresses in the imported memory `env.memory`. 13 times as fast as the loop in JavaScript.
 */
export const scanModule = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    section(3, [1, 0]),
    section(7, [1, ...name('scan'), 0, 0]),
    section(10, [1, ...varint(code.length), ...code]),
  ].flat(),
);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** A positive constant whose highest written bit must be 0. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
