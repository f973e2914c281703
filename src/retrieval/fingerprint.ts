/** How many minima a fingerprint keeps, one byte each; a power of two. */
const bins = 128;

/** Pages that share at least this part of their word triples are duplicates under two addresses. */
const nearDuplicate = 0.85;

/**
 * MinHash of the text's word triples by one permutation in bins (Li, Owen, Zhang, "One Permutation Hashing", 2012),
 * each minimum kept as one byte; 0 is an empty bin.
 * @param terms the text's terms in order, each by its `hashOf`
 */
export function fingerprint(terms: readonly number[]): Uint8Array {
  const minima = new Uint32Array(bins).fill(0xffffffff);
  for (let i = 0; i < terms.length; i++) {
    const triple = mix(terms[i]! ^ mix((terms[i + 1] ?? 0) ^ mix(terms[i + 2] ?? 0)));
    const bin = triple & (bins - 1);
    minima[bin] = Math.min(minima[bin]!, triple);
  }
  return Uint8Array.from(minima, (minimum) => (minimum === 0xffffffff ? 0 : 1 + (mix(minimum) % 255)));
}

/** Whether two pages' fingerprints show nearly the same text. */
export function areNearDuplicates(a: Uint8Array, b: Uint8Array): boolean {
  let equal = 0;
  let filled = 0;
  for (let i = 0; i < bins; i++) {
    if (a[i] === 0 && b[i] === 0) continue;
    filled++;
    if (a[i] === b[i]) equal++;
  }
  return filled > 0 && equal >= nearDuplicate * filled;
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The finalizer of MurmurHash3. */
function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
