/** What is known of words, found by their place in a text, so that no string is made of each occurrence. */
export type WordTable<Known> = {
  find: (text: string, start: number, end: number) => Known | undefined;
  /** The word must not be there. */
  add: (word: string, known: Known) => void;
};

/** A table of at most so many words; a full one begins anew, because common words soon come again. */
const mostWords = 1 << 16;
/** A power of two, at least twice the words, so that a free place is near. */
const places = 1 << 17;

/** A hash table with linear probing. */
export function createWordTable<Known>(): WordTable<Known> {
  // The number of the word at each place, from 1; 0 is free.
  const table = new Uint32Array(places);
  let words: string[] = [];
  let all: Known[] = [];

  return {
    find(text, start, end) {
      for (let place = placeOf(text, start, end); ; place = (place + 1) % places) {
        const number = table[place]!;
        if (number === 0) return undefined;
        if (isAt(text, start, end, words[number - 1]!)) return all[number - 1];
      }
    },
    add(word, known) {
      if (words.length === mostWords) {
        table.fill(0);
        words = [];
        all = [];
      }
      let place = placeOf(word, 0, word.length);
      while (table[place] !== 0) place = (place + 1) % places;
      all.push(known);
      table[place] = words.push(word);
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
