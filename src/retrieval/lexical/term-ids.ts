import { hashOf } from '../fingerprint.ts';

/** Numbers for the terms of an index that is being built, because arrays are many times as fast as maps of words. */
export type TermIds = {
  /** The term's number: from 0, in the order in which terms are first met. */
  idOf: (term: string) => number;
  termOf: (id: number) => string;
  /** The term's hash for `fingerprint`. */
  hashOf: (id: number) => number;
  count: () => number;
};

export function createTermIds(): TermIds {
  const ids = new Map<string, number>();
  const terms: string[] = [];
  const hashes: number[] = [];
  return {
    idOf(term) {
      const known = ids.get(term);
      if (known !== undefined) return known;
      const id = terms.push(term) - 1;
      hashes.push(hashOf(term));
      ids.set(term, id);
      return id;
    },
    termOf: (id) => terms[id]!,
    hashOf: (id) => hashes[id]!,
    count: () => terms.length,
  };
}
