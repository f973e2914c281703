/**
 * Opcodes of WebAssembly (https://webassembly.github.io/spec/core/appendix/index-instructions.html) and of its relaxed
 * SIMD (https://github.com/WebAssembly/relaxed-simd/blob/main/proposals/relaxed-simd/Overview.md).
 */
const [block, loop, end, branch, branchIf] = [0x02, 0x03, 0x0b, 0x0c, 0x0d];
const [get, set, tee, constant] = [0x20, 0x21, 0x22, 0x41];
const [add, subtract, isZero, isLess] = [0x6a, 0x6b, 0x45, 0x49];
const [loadFloat, storeFloat] = [0x2a, 0x38];
const [toDouble, floatToDouble, multiplyDoubles, toFloat] = [0xb7, 0xbb, 0xa2, 0xb6];
const [i32, f64, v128, noResult] = [0x7f, 0x7c, 0x7b, 0x40];
const simd = 0xfd;
const load = (offset: number) => [simd, 0x00, 0, ...varint(offset)];
const zeros = [simd, 0x0c, ...Array.from({ length: 16 }, () => 0)];
const lane = (i: number) => [simd, 0x1b, i];
const subtractLanes = [simd, 0xb1, 0x01];
const addDot = [simd, 0x93, 0x02];

const [query, firstVector, blocks, size, scales, queryScale, out] = [0, 1, 2, 3, 4, 5, 6];
const [vectorEnd, queryAt] = [7, 8];
/** The vectors of a block, each with the sums of its products with the query's halves. */
const vectors = [
  { at: firstVector, plus: 12, minus: 13 },
  { at: 9, plus: 14, minus: 15 },
  { at: 10, plus: 16, minus: 17 },
  { at: 11, plus: 18, minus: 19 },
];
const [above, below, bytes] = [20, 21, 22];
const [smallLocals, vectorLocals] = [5, 11];

/** Components per iteration of the inner loop. */
export const stride = 64;

/** Vectors per iteration of the outer loop: they share what is loaded of the query. */
export const blockSize = vectors.length;

/** Adds the products of 16 components of each vector. */
const addProducts = (offset: number) =>
  [
    [get, queryAt, ...load(2 * offset), set, above, get, queryAt, ...load(2 * offset + 16), set, below],
    ...vectors.map(({ at, plus, minus }) =>
      [
        [get, at, ...load(offset), tee, bytes, get, above, get, plus, ...addDot, set, plus],
        [get, bytes, get, below, get, minus, ...addDot, set, minus],
      ].flat(),
    ),
  ].flat();

const sumOfLanes = [0, 1, 2, 3].flatMap((i) => [get, bytes, ...lane(i), ...(i > 0 ? [add] : [])]);

const body = [
  [block, noResult, loop, noResult, get, blocks, isZero, branchIf, 1],
  [get, firstVector, get, size, add, set, vectorEnd, get, query, set, queryAt],
  vectors.slice(1).flatMap(({ at }, i) => [get, vectors[i]!.at, get, size, add, set, at]),
  vectors.flatMap(({ plus, minus }) => [...zeros, set, plus, ...zeros, set, minus]),
  [loop, noResult],
  [0, 16, 32, 48].flatMap(addProducts),
  [get, queryAt, constant, ...signed(2 * stride), add, set, queryAt],
  vectors.flatMap(({ at }) => [get, at, constant, ...signed(stride), add, set, at]),
  [get, firstVector, get, vectorEnd, isLess, branchIf, 0, end],
  vectors.flatMap(({ plus, minus }, i) =>
    [
      [get, plus, get, minus, ...subtractLanes, set, bytes],
      [get, out, ...sumOfLanes, toDouble, get, scales, loadFloat, 2, 4 * i, floatToDouble, multiplyDoubles],
      [get, queryScale, multiplyDoubles, toFloat, storeFloat, 2, 4 * i],
    ].flat(),
  ),
  [get, out, constant, 4 * blockSize, add, set, out, get, scales, constant, 4 * blockSize, add, set, scales],
  [get, vectors.at(-1)!.at, set, firstVector, get, blocks, constant, 1, subtract, set, blocks],
  [branch, 0, end, end, end],
].flat();

/** Vectors that are estimated at once. */
export const estimateSize = 16;

/** The most that four entries of tables may be, so that their sum fits a byte. */
export const maxEntry = 63;

const [tables, codes, groups, codeBytes, estimates] = [0, 1, 2, 3, 4];
const [codesEnd, table] = [5, 6];
const [low, high, four, sum, nibble] = [7, 8, 9, 10, 11];
const store = (offset: number) => [simd, 0x0b, 0, offset];
const shiftRight = [constant, 4, simd, 0x6d];
const addBytes = [simd, 0x6e];
const addShorts = [simd, 0x8e, 0x01];
const [lowShorts, highShorts] = [
  [simd, 0x89, 0x01],
  [simd, 0x8a, 0x01],
];
const lookUp = [simd, 0x80, 0x02];
const bitAnd = [simd, 0x4e];

/** The entries of two tables for one byte of each vector. */
const twoEntries = (i: number) =>
  [
    [get, table, ...load(32 * i), get, codes, ...load(16 * i), tee, four, get, nibble, ...bitAnd, ...lookUp],
    [get, table, ...load(32 * i + 16), get, four, ...shiftRight, ...lookUp, ...addBytes],
  ].flat();

const estimateBody = [
  [simd, 0x0c, ...Array.from({ length: 16 }, () => 15), set, nibble],
  [block, noResult, loop, noResult, get, groups, isZero, branchIf, 1],
  [get, codes, get, codeBytes, add, set, codesEnd, get, tables, set, table],
  [...zeros, set, low, ...zeros, set, high],
  [loop, noResult, ...twoEntries(0), ...twoEntries(1), ...addBytes, set, sum],
  [get, low, get, sum, ...lowShorts, ...addShorts, set, low],
  [get, high, get, sum, ...highShorts, ...addShorts, set, high],
  [get, table, constant, ...signed(64), add, set, table],
  [get, codes, constant, 32, add, tee, codes, get, codesEnd, isLess, branchIf, 0, end],
  [get, estimates, get, low, ...store(0), get, estimates, get, high, ...store(16)],
  [get, estimates, constant, 32, add, set, estimates],
  [get, groups, constant, 1, subtract, set, groups, branch, 0, end, end, end],
].flat();

const name = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, content: number[]) => [id, ...varint(content.length), ...content];
const functions = [
  [2, smallLocals, i32, vectorLocals, v128, ...body],
  [2, 2, i32, 5, v128, ...estimateBody],
];

/**
 * A WebAssembly module that scans vectors of 8-bit integers: `scan(query, vectors, blocks, size, scales, queryScale, out)`
 * writes the cosine of the query with each vector of `size` bytes (a multiple of `stride`) to `out`: their dot product
 * times the vector's scale times the query's. Vectors come in blocks of `blockSize`. Scales and cosines are 32-bit floats.
 * All but `blocks`, `size` and `queryScale` are addresses in the imported memory `env.memory`.
 *
 * Processors multiply signed bytes by bytes from 0 to 127; with others the relaxed dot product differs between them. So the
 * query comes in halves: for each 16 components 16 bytes with those above 0, and 16 with those below, negated.
 *
 * `estimate(tables, codes, groups, codeBytes, out)` adds up for each vector what tables of 16 entries hold for each four bits
 * of its code (as in André et al., "Quicker ADC", 2019), as 16-bit integers. Vectors come in groups of `estimateSize`, whose
 * codes take `codeBytes`, a multiple of 32: the first byte of each, then the second of each. A byte's lower bits are first.
 */
export const scanModule = Uint8Array.from(
  [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [2, 0x60, 7, i32, i32, i32, i32, i32, f64, i32, 0, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    section(3, [2, 0, 1]),
    section(7, [2, ...name('scan'), 0, 0, ...name('estimate'), 0, 1]),
    section(10, [2, ...functions.flatMap((code) => [...varint(code.length), ...code])]),
  ].flat(),
);

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** A positive constant whose highest written bit must be 0. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
