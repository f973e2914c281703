/**
 * A question's vector has three parts: the pages and sections that were found for it, its terms (where no embedding
 * model covers them), and its embedding. The first two have one place per hash of a page or term.
 */
export const pagesEnd = 256;
export const wordsEnd = 512;

/** One question, or a topic of several. */
export type Group = {
  id: string;
  /** The sum of the questions' vectors, and their number. */
  sum: Float32Array;
  count: number;
  /** A person edited it: it may absorb other groups but is never absorbed. */
  byHand: boolean;
};

/** Squared distance up to which two questions are equal. */
const sameWithin = 0.1;
/** From this likeness on, groups are one topic. `npm run bench -- topics` measures this and other values. */
export const minSimilarity = 0.24;
/** Weight of the pages against the embedding: 2 groups questions with a known answering page best. */
const pagesWeight = 2;
/** With terms alone, questions share a topic when six of ten terms match. */
const wordsWeight = 0.4;
/** Some pages are found for anything that the docs lack: without a common term, pages count at most this much. */
const pagesAlone = 0.2;

/**
 * How alike two groups are: the mean over all pairs of their questions; 0 when they are no more alike than any two
 * questions of the project, 1 when they are the same. Average linkage (Sokal and Michener 1958).
 * @param common what all questions share (`commonOf`)
 */
export function similarity(a: Group, b: Group, common: Float32Array): number {
  if (areSame(a, b)) return 1;
  const isMeant = hasMeaning(a) && hasMeaning(b);
  const words = product(a.sum, b.sum, pagesEnd, wordsEnd) / (a.count * b.count);
  const said = isMeant ? beyond(common, a, b, wordsEnd, a.sum.length) : wordsWeight * words;
  if (!hasPages(a) || !hasPages(b)) return said;
  const found = beyond(common, a, b, 0, pagesEnd);
  const isSaidInWords = !isMeant && hasWords(a) && hasWords(b);
  const pages = isSaidInWords ? Math.min(found, pagesAlone + 2 * words) : found;
  return (said + pagesWeight * pages) / (1 + pagesWeight);
}

/** Whether two groups ask the same question. Where nearly all do, subtracting what they share would leave nothing. */
function areSame(a: Group, b: Group): boolean {
  let distance = 0;
  for (let at = 0; at < a.sum.length && distance <= sameWithin; at++)
    distance += (a.sum[at]! / a.count - b.sum[at]! / b.count) ** 2;
  return distance <= sameWithin;
}

/** The mean cosine of one part of two groups' vectors, without what all questions share, as the product's name. */
function beyond(common: Float32Array, a: Group, b: Group, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const part = common[at]!;
    sum += (a.sum[at]! / a.count - part) * (b.sum[at]! / b.count - part);
  }
  return sum / (1 - product(common, common, from, to));
}

/** The assumed mean likeness while there are few questions. */
const usually = { meaning: 0.2, pages: 0.1, counts: 20 };

/**
 * What all questions share: the mean of each part of their vectors, scaled to the mean likeness of two different
 * questions. (Mu and Viswanath 2018, "All-but-the-Top", remove it from word vectors for the same reason.)
 */
export function commonOf(groups: Iterable<Group>, length: number): Float32Array {
  const all = [...groups].filter(({ sum }) => sum.length === length);
  const common = new Float32Array(length);
  addCommon(common, all.filter(hasPages), 0, pagesEnd, usually.pages);
  addCommon(common, all.filter(hasMeaning), wordsEnd, length, usually.meaning);
  return common;
}

function addCommon(common: Float32Array, groups: Group[], from: number, to: number, usual: number): void {
  let count = 0;
  for (const group of groups) {
    count += group.count;
    for (let at = from; at < to; at++) common[at]! += group.sum[at]!;
  }
  const squared = product(common, common, from, to);
  const likeness = count < 2 ? 0 : (squared - count) / (count * (count - 1));
  const expected = (count * likeness + usually.counts * usual) / (count + usually.counts);
  const scale = count < 2 || squared === 0 ? 0 : Math.sqrt(Math.max(0, expected) / squared);
  for (let at = from; at < to; at++) common[at]! *= scale;
}

const hasPages = ({ sum }: Group) => hasAny(sum, 0, pagesEnd);
const hasWords = ({ sum }: Group) => hasAny(sum, pagesEnd, wordsEnd);
const hasMeaning = ({ sum }: Group) => hasAny(sum, wordsEnd, sum.length);

function hasAny(vector: Float32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (vector[at] !== 0) return true;
  return false;
}

function product(a: Float32Array, b: Float32Array, from = 0, to = a.length): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** How near a question is to a topic. */
export const nearness = (sum: Float32Array, vector: Float32Array): number => product(sum, vector);

/** The vector at length 1; the cosine of two such vectors is their dot product. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
