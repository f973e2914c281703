/** Hashes that are kept of a text: twice as many would tell little more. */
const size = 128;

const prime = 0x01000193;

/** Words of one hash. */
const length = 3;

/** The smallest hashes of a text's runs of words, by which two texts are compared: https://en.wikipedia.org/wiki/MinHash */
export function sketchOf(text: string): number[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]{1,40}/gu) ?? []).map(hashOf);
  const hashes = new Set<number>();
  for (let at = 0; at + length <= Math.max(words.length, length); at++) {
    let run = 0;
    for (let nth = at; nth < at + length; nth++) run = Math.imul(run ^ (words[nth] ?? 0), prime);
    hashes.add((run ^ (run >>> 15)) >>> 0);
  }
  return words.length === 0 ? [] : [...hashes].sort((one, other) => one - other).slice(0, size);
}

/** From 0 for two texts with nothing in common to 1 for the same text. */
export function likeness(one: readonly number[], other: readonly number[]): number {
  const all = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, size);
  const ours = new Set(one);
  const theirs = new Set(other);
  return all.length === 0 ? 0 : all.filter((hash) => ours.has(hash) && theirs.has(hash)).length / all.length;
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}
