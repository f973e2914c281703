import { foldText } from './fold-text.ts';
import { knownLanguages, stopWordsOf } from './languages.ts';

/** Characters of prose from the beginning of a page that tell its language. */
const maxLength = 2_000;
const minLetters = 20;
const minWords = 30;
/** The share of stop words in the prose of any language, and how much it exceeds that of English ones in another. */
const minShare = 0.2;
const minLead = 2;
const fences = /```[^]*?(?:```|$)/g;
/** Japanese before Chinese, whose characters it has, too. */
const scripts: [string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
];

/** The language that a page is surely written in, by its script or stop words; null for English and when undecided. */
export function writtenLanguage(sections: readonly { text: string }[]): string | null {
  const prose = beginningOf(sections);
  const letters = countOf(prose, /\p{L}/gu);
  if (letters < minLetters) return null;
  const script = scripts.find(([, pattern]) => countOf(prose, pattern) > minShare * letters);
  if (script !== undefined) return script[0];
  const words = (prose.match(/\p{L}+/gu) ?? []).map((word) => foldText(word));
  if (words.length < minWords) return null;
  const shareOf = (code: string) => words.filter((word) => stopWordsOf(code).has(word)).length / words.length;
  const english = shareOf('en');
  if (english >= minShare) return null;
  const best = knownLanguages
    .map((code) => ({ code, share: shareOf(code) }))
    .reduce((most, one) => (one.share > most.share ? one : most));
  return best.share >= Math.max(minShare, minLead * english) ? best.code : null;
}

function beginningOf(sections: readonly { text: string }[]): string {
  let prose = '';
  for (const { text } of sections) {
    if (prose.length >= maxLength) break;
    prose += `${text.replaceAll(fences, '')}\n`;
  }
  return prose.slice(0, maxLength);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
