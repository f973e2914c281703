/** How many minima a fingerprint keeps, one byte each. */
const bins = 128;

/** Pages that share at least this part of their word triples are duplicates under two addresses. */
const nearDuplicate = 0.85;

/**
 * MinHash of the text's word triples by one permutation in bins (Li, Owen, Zhang, "One Permutation Hashing", 2012),
 * each minimum kept as one byte; 0 is an empty bin.
 */
export function fingerprint(terms: readonly string[]): Uint8Array {
  const minima = new Uint32Array(bins).fill(0xffffffff);
  const hashes = terms.map(hashOf);
  for (let i = 0; i < hashes.length; i++) {
    const triple = mix((hashes[i] ?? 0) ^ mix((hashes[i + 1] ?? 0) ^ mix(hashes[i + 2] ?? 0)));
    const bin = triple % bins;
    minima[bin] = Math.min(minima[bin] ?? 0, triple);
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
function hashOf(text: string): number {
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
