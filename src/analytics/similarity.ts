/**
 * A question's vector has three parts: the pages and sections that answered it, its terms (where no embedding model
 * covers them), and its embedding. The first two have one place per hash of a page or term. Between them is 1 for a
 * question with pages, so that a topic's sum says how many of its questions have some.
 */
export const pagesEnd = 255;
export const wordsStart = 256;
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
/** Meaning counts this much more where no pages do: questions about one page are more alike than they sound. */
const withoutPages = 1.2;
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
  const words = product(a.sum, b.sum, wordsStart, wordsEnd) / (a.count * b.count);
  const said = isMeant
    ? beyond(common, [a, a.count], [b, b.count], wordsEnd, a.sum.length)
    : wordsWeight * words;
  const alone = isMeant ? withoutPages * said : said;
  if (!hasPages(a) || !hasPages(b)) return alone;
  const [ofA, ofB] = [a.sum[pagesEnd]!, b.sum[pagesEnd]!];
  const found = beyond(common, [a, ofA], [b, ofB], 0, pagesEnd);
  const isSaidInWords = !isMeant && hasWords(a) && hasWords(b);
  const pages = isSaidInWords ? Math.min(found, pagesAlone + 2 * words) : found;
  const both = (said + pagesWeight * pages) / (1 + pagesWeight);
  const share = (ofA * ofB) / (a.count * b.count);
  return share * both + (1 - share) * alone;
}

/** The more topics there are, the more alike in meaning are the two most alike of them by chance. */
const fewTopics = 12;
const perLogOfTopics = 0.1;
/** What a hundred topics need, the most that this was measured with. */
const most = 0.21;

/** The likeness from which on two of so many groups are one topic. */
export function needed(a: Group, b: Group, groups: number): number {
  if (!hasMeaning(a) || !hasMeaning(b)) return minSimilarity;
  const byChance = Math.min(most, perLogOfTopics * Math.log(Math.max(groups, fewTopics) / fewTopics));
  const share = (a.sum[pagesEnd]! * b.sum[pagesEnd]!) / (a.count * b.count);
  return minSimilarity + byChance * (1 - share + share / (1 + pagesWeight));
}

/** Whether two groups say the same. Where nearly all do, subtracting what they share would leave nothing. */
function areSame(a: Group, b: Group): boolean {
  let distance = 0;
  for (let at = wordsStart; at < a.sum.length && distance <= sameWithin; at++)
    distance += (a.sum[at]! / a.count - b.sum[at]! / b.count) ** 2;
  return distance <= sameWithin;
}

type Counted = [group: Group, withThisPart: number];

/** The mean cosine of one part of two groups' vectors, without what all questions share, as the product's name. */
function beyond(common: Float32Array, [a, ofA]: Counted, [b, ofB]: Counted, from: number, to: number) {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const part = common[at]!;
    sum += (a.sum[at]! / ofA - part) * (b.sum[at]! / ofB - part);
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
  const withPages = all.filter(hasPages).map((group): Counted => [group, group.sum[pagesEnd]!]);
  const withMeaning = all.filter(hasMeaning).map((group): Counted => [group, group.count]);
  addCommon(common, withPages, 0, pagesEnd, usually.pages);
  addCommon(common, withMeaning, wordsEnd, length, usually.meaning);
  return common;
}

function addCommon(common: Float32Array, groups: Counted[], from: number, to: number, usual: number): void {
  let count = 0;
  for (const [group, withThisPart] of groups) {
    count += withThisPart;
    for (let at = from; at < to; at++) common[at]! += group.sum[at]!;
  }
  const squared = product(common, common, from, to);
  const likeness = count < 2 ? 0 : (squared - count) / (count * (count - 1));
  const expected = (count * likeness + usually.counts * usual) / (count + usually.counts);
  const scale = count < 2 || squared === 0 ? 0 : Math.sqrt(Math.max(0, expected) / squared);
  for (let at = from; at < to; at++) common[at]! *= scale;
}

const hasPages = ({ sum }: Group) => sum[pagesEnd]! > 0;
const hasWords = ({ sum }: Group) => hasAny(sum, wordsStart, wordsEnd);
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

/** How near to a topic a question is in what it says. */
export const nearness = (sum: Float32Array, vector: Float32Array): number => product(sum, vector, wordsStart);

/** The vector at length 1; the cosine of two such vectors is their dot product. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((part) => part / length);
}
