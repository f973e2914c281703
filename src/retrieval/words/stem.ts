import { stem as porter2 } from 'porter2';

const asciiWord = /^[a-z]+$/;

/** The stem of a folded word by Porter2 (https://snowballstem.org/algorithms/english/stemmer.html); other scripts and numbers stay. */
export function stem(word: string): string {
  return asciiWord.test(word) ? porter2(word) : word;
}
