import { fields } from './fields.ts';

/** Occurrences of a term in each field of one section, in the order of `fields`. */
type Posting = { section: number; counts: number[] };

/** Set in a posting's head byte when each count is 1, which is usual; then the counts are omitted. */
const allOnce = 0x80;
const maxCounted = 255;

/**
 * Postings as bytes, by ascending section: the distance to the previous section (7 bits per byte, lowest first), a head
 * byte with a bit for each field (at most seven) that has the term, and a byte for each of their counts.
 */
export function encodePostings(postings: readonly Posting[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const { section, counts } of postings) {
    pushDistance(bytes, section - before);
    pushCounts(bytes, counts, 0);
    before = section;
  }
  return Uint8Array.from(bytes);
}

/** The first part of a posting. */
export function pushDistance(bytes: number[], distance: number): void {
  let left = distance;
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128);
  bytes.push(left);
}

/** The rest of a posting, with the counts that begin at `from`. */
export function pushCounts(bytes: number[], counts: ArrayLike<number>, from: number): void {
  let head = 0;
  let isOnce = true;
  for (let field = 0; field < fields.length; field++) {
    const count = counts[from + field]!;
    if (count === 0) continue;
    head |= 1 << field;
    isOnce &&= count === 1;
  }
  bytes.push(isOnce ? head | allOnce : head);
  if (isOnce) return;
  for (let field = 0; field < fields.length; field++) {
    const count = counts[from + field]!;
    if (count !== 0) bytes.push(Math.min(count, maxCounted));
  }
}

/** Decodes the result of `encodePostings`. */
export function decodePostings(bytes: Uint8Array): Posting[] {
  const postings: Posting[] = [];
  let section = 0;
  for (let at = 0; at < bytes.length;) {
    let [byte, distance, shift] = [bytes[at++]!, 0, 0];
    for (; byte > 127; byte = bytes[at++]!, shift += 7) distance |= (byte & 127) << shift;
    section += distance | (byte << shift);
    const head = bytes[at++]!;
    const counts = fields.map((_, field) => (head & (1 << field) ? (head & allOnce ? 1 : bytes[at++]!) : 0));
    postings.push({ section, counts });
  }
  return postings;
}

/** Whether a term occurs in one of some fields, which have a bit each. */
export function occursIn(bytes: Uint8Array, some: number): boolean {
  for (let at = 0; at < bytes.length;) {
    while (bytes[at++]! > 127);
    const head = bytes[at++]!;
    if (head & some) return true;
    if ((head & allOnce) === 0) for (let left = head; left !== 0; left &= left - 1) at++;
  }
  return false;
}

/** A term's part of the score of each section with it, before the term's weight. */
export type TermScores = { sections: Uint32Array; parts: Float32Array };

/** Scores by section for the words so far: points, and a bit for each word that it has. */
export type Scores = { points: Float32Array; terms: Uint32Array };

/** BM25's k1: how soon repetitions of a word stop to count. */
const saturation = 2;

/** A term's part in a typical position: a good match, not the best possible, which is `saturation + 1`. */
export const goodPart = 2;

const weights = Float64Array.from(fields, ({ weight }) => weight);

/**
 * A term's BM25F, which adds up the fields' counts before they saturate (Robertson, Zaragoza, "The Probabilistic
 * Relevance Framework", 2009).
 * @param count of the postings
 * @param norms 1 / (1 - b + b × length / mean length) of each field of section 0, then of section 1, and so on
 */
export function scorePostings(bytes: Uint8Array, count: number, norms: Float32Array): TermScores {
  const sections = new Uint32Array(count);
  const parts = new Float32Array(count);
  let section = 0;
  for (let at = 0, i = 0; at < bytes.length; i++) {
    let byte = bytes[at++]!;
    let distance = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      distance |= (byte & 127) << shift;
    }
    section += distance;
    const head = bytes[at++]!;
    let sum = 0;
    const normsAt = section * weights.length;
    for (let left = head & ~allOnce; left !== 0; left &= left - 1) {
      const field = 31 - Math.clz32(left & -left);
      sum += weights[field]! * (head & allOnce ? 1 : bytes[at++]!) * norms[normsAt + field]!;
    }
    sections[i] = section;
    parts[i] = ((saturation + 1) * sum) / (saturation + sum);
  }
  return { sections, parts };
}

/** Adds a term to the scores of all sections with it. This is where a search by words spends its time. */
export function addScores(
  { sections, parts }: TermScores,
  weight: number,
  bit: number,
  { points, terms }: Scores,
): void {
  for (let i = 0; i < sections.length; i++) {
    const section = sections[i]!;
    points[section]! += weight * parts[i]!;
    terms[section]! |= bit;
  }
}

/** As `addScores`, for some of the sections alone, in ascending order. */
export function addScoresTo(
  some: readonly number[],
  { sections, parts }: TermScores,
  weight: number,
  bit: number,
  { points, terms }: Scores,
): void {
  let at = 0;
  for (let i = 0; i < some.length; i++) {
    const section = some[i]!;
    // The step doubles until the section is passed, and then halves.
    let step = 1;
    for (; at + step < sections.length && sections[at + step]! <= section; step *= 2) at += step;
    for (; step >= 1; step /= 2)
      if (at + step < sections.length && sections[at + step]! <= section) at += step;
    if (sections[at] !== section) continue;
    points[section]! += weight * parts[at]!;
    terms[section]! |= bit;
  }
}
