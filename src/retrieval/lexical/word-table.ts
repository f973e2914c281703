/** What is known of words, found by their place in a text, so that no string is made of each occurrence. */
export type WordTable<Known> = {
  find: (text: string, start: number, end: number) => Known | undefined;
  /** The word must not be there. Keeps nothing where too many words are in its place. */
  add: (word: string, known: Known) => void;
};

/** A table of at most so many words; a full one begins anew, because common words soon come again. */
const maxWords = 1 << 16;
/** A power of two, at least twice the words, so that a free place is near. */
const places = 1 << 17;
/** The most places that are looked at: words that somebody chose for their equal hashes are read anew each time. */
const maxProbes = 32;

/** A hash table with linear probing. */
export function createWordTable<Known>(): WordTable<Known> {
  // The number of the word at each place, from 1; 0 is free.
  const table = new Uint32Array(places);
  let words: string[] = [];
  let all: Known[] = [];

  return {
    find(text, start, end) {
      const first = placeOf(text, start, end);
      for (let probe = 0; probe < maxProbes; probe++) {
        const number = table[(first + probe) % places]!;
        if (number === 0) return undefined;
        if (isAt(text, start, end, words[number - 1]!)) return all[number - 1];
      }
      return undefined;
    },
    add(word, known) {
      if (words.length === maxWords) {
        table.fill(0);
        words = [];
        all = [];
      }
      const first = placeOf(word, 0, word.length);
      for (let probe = 0; probe < maxProbes; probe++) {
        const place = (first + probe) % places;
        if (table[place] !== 0) continue;
        all.push(known);
        table[place] = words.push(word);
        return;
      }
    },
  };
}

/** FNV-1a, folded to the size of the table. */
function placeOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (places - 1);
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
