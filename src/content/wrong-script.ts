import type { Page } from './page.ts';

/** The scripts of languages; others use the Latin script. */
const scripts: Record<string, RegExp> = {
  zh: /\p{Script=Han}/gu,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  bg: /\p{Script=Cyrillic}/gu,
  el: /\p{Script=Greek}/gu,
  ar: /\p{Script=Arabic}/gu,
  fa: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  th: /\p{Script=Thai}/gu,
  hi: /\p{Script=Devanagari}/gu,
};

const latin = /\p{Script=Latin}/gu;

/** Letters that are sampled, and the minimum for a verdict. */
const maxLetters = 4000;
const minLetters = 80;

/** Whether a page is not in the script of its language: not translated, or in the wrong folder. */
export function hasWrongScript({ language, sections }: Page): boolean {
  if (language === null) return false;
  const text = sections
    .map((section) => section.text.replaceAll(/```[^]*?```/g, ''))
    .join('\n')
    .slice(0, maxLetters);
  const letters = count(text, /\p{L}/gu);
  if (letters < minLetters) return false;
  const own = scripts[language.toLowerCase().split(/[-_]/)[0] ?? ''];
  // Technical prose in any script is full of Latin names.
  return own === undefined ? count(text, latin) < letters / 2 : count(text, own) < letters / 10;
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
