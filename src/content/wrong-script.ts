import type { Page } from './page.ts';

/** Scripts whose languages are written in several, or under another name than Unicode's. */
const mixed: Record<string, RegExp> = {
  Hans: /\p{Script=Han}/gu,
  Hant: /\p{Script=Han}/gu,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Kore: /\p{Script=Hangul}/gu,
};

/** Some sites name a language by its country, as Mintlify does with `cn`. */
const countries: Record<string, string> = { cn: 'zh', jp: 'ja', kr: 'ko', ua: 'uk' };

/** The other script of languages that have two. https://cldr.unicode.org */
const others: Record<string, string> = {
  sr: 'Latn',
  kk: 'Latn',
  bs: 'Cyrl',
  uz: 'Cyrl',
  az: 'Cyrl',
  ku: 'Arab',
  ms: 'Arab',
  ha: 'Arab',
  pa: 'Arab',
};

/** Letters that set such a language in Latin letters apart from English. */
const accented = /[^\P{Script=Latin}A-Za-z]/gv;

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
  const script = scriptOf(language);
  if (script === null) return false;
  const other = others[language.toLowerCase()];
  if (other === 'Latn' && count(text, accented) > letters / 100) return false;
  if (other !== undefined && other !== 'Latn' && isIn(text, other, letters / 2)) return false;
  if (script === 'Latn') return count(text, latin) < letters / 2;
  // Technical prose in any script is full of Latin names.
  return !isIn(text, script, letters / 10);
}

function isIn(text: string, script: string, min: number): boolean {
  return count(text, mixed[script] ?? new RegExp(`\\p{Script=${script}}`, 'gu')) >= min;
}

/** The usual script of a language, as ISO 15924 has it (`Cyrl`); null when it is not known. */
function scriptOf(language: string): string | null {
  const tag = language.toLowerCase().replaceAll('_', '-');
  try {
    return new Intl.Locale(countries[tag] ?? tag).maximize().script ?? null;
  } catch {
    return null;
  }
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}
