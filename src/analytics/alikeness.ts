/**
 * A question's vector has three parts: the pages and sections that were found for it, its words, where no model knows what they
 * mean, and what it means. The first two have a place for each hash of a page or word.
 */
export const pagesEnd = 256;
export const wordsEnd = 512;

/** Questions that are one topic, or a topic with questions. */
export type Group = {
  id: string;
  /** The sum of the questions' vectors, and how many they are. */
  sum: Float32Array;
  count: number;
  /** A person changed it: it takes in others and is never taken in. */
  byHand: boolean;
};

/** Topics are one from here on. `npm run bench -- topics` shows what this and other values do. */
export const alike = 0.24;
/** What the same pages count beside the same meaning: twice groups questions best whose answering page is known. */
const pagesWeight = 2;
/** Words alone make questions one when six of ten are the same. */
const wordsWeight = 0.4;

/**
 * How alike two groups are: the mean over the pairs of their questions, 0 for what has no more to do with each other
 * than any two questions of the project, 1 for the same. Average linkage (Sokal and Michener 1958).
 * @param common what all questions have in common (`commonOf`)
 */
export function alikeness(a: Group, b: Group, common: Float32Array): number {
  const said =
    hasMeaning(a) && hasMeaning(b)
      ? beyond(common, a, b, wordsEnd, a.sum.length)
      : (wordsWeight * product(a.sum, b.sum, pagesEnd, wordsEnd)) / (a.count * b.count);
  if (!hasPages(a) || !hasPages(b)) return said;
  return (said + pagesWeight * beyond(common, a, b, 0, pagesEnd)) / (1 + pagesWeight);
}

/** The mean cosine of one part of two groups' vectors, without what is common to all, such as the product's name. */
function beyond(common: Float32Array, a: Group, b: Group, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const part = common[at]!;
    sum += (a.sum[at]! / a.count - part) * (b.sum[at]! / b.count - part);
  }
  return sum / (1 - product(common, common, from, to));
}

/** As long as there are few questions, they are taken to be as alike as those of any one product. */
const usually = { meaning: 0.2, pages: 0.1, counts: 20 };

/**
 * What all questions have in common: of each part of their vectors the mean, as long as the mean likeness of two
 * different questions says. (Mu and Viswanath 2018, "All-but-the-Top", remove it from words for the same reason.)
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

/** The vector at length 1; the cosine of two such is their product. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
