import { foldText } from './fold-text.ts';
import { knownLanguages, stopWordsOf } from './languages.ts';

/** Words from the beginning of a page that tell its language. */
const maxWords = 200;
const minWords = 30;
/** The share of stop words in the prose of any language, and how much it exceeds that of English ones in another. */
const minShare = 0.2;
const minLead = 2;
const fences = /```[^]*?(?:```|$)/g;

/** The language that a page is surely written in, by its stop words; null for English and when undecided. */
export function writtenLanguage(sections: readonly { text: string }[]): string | null {
  const words = firstWords(sections);
  if (words.length < minWords) return null;
  const shareOf = (code: string) => words.filter((word) => stopWordsOf(code).has(word)).length / words.length;
  const english = shareOf('en');
  if (english >= minShare) return null;
  const best = knownLanguages
    .map((code) => ({ code, share: shareOf(code) }))
    .reduce((most, one) => (one.share > most.share ? one : most));
  return best.share >= Math.max(minShare, minLead * english) ? best.code : null;
}

function firstWords(sections: readonly { text: string }[]): string[] {
  const words: string[] = [];
  for (const { text } of sections) {
    words.push(...(text.replaceAll(fences, '').match(/\p{L}+/gu) ?? []));
    if (words.length >= maxWords) break;
  }
  return words.slice(0, maxWords).map((word) => foldText(word));
}
