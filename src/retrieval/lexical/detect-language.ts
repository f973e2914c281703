import { createRecent } from '../../lib/recent.ts';
import { foldText } from './fold-text.ts';
import { glossaryOf } from './glossary.ts';
import { languageCode, stopWordsOf } from './languages.ts';

/** Letters and signs that usually mean one language, with its codes; some sites use the country's code. */
const scripts: [RegExp, string[]][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja', 'jp']],
  [/\p{Script=Hangul}/u, ['ko', 'kr']],
  [/\p{Script=Han}/u, ['zh', 'cn']],
  [/[іїєґ]/iu, ['uk', 'ua']],
  [/\p{Script=Cyrillic}/u, ['ru']],
  [/[¿¡]/u, ['es']],
];

/** Characters that tell a language. */
const maxLength = 2_000;
/** Letters that English does not have. A dash or a curly quote tells no language. */
const foreignLetter = /(?![\0-\x7f])\p{L}|[¿¡]/u;
/** `ES`, `IT` and `OR` are no small words. */
const acronym = /^\p{Lu}{2,}$/u;
/** How English questions begin, and other ones that quote an English error do not. */
const englishStart =
  /^[^\p{L}]*(?:how|what|why|when|where|which|who|can|could|do|does|did|is|are|should|will|would|I|we|my)(?![\p{L}\p{N}])/iu;

/**
 * The language of a question, by its script or its stop words; null when undecided.
 * @param languages tags as pages have them (`zh-CN`); English is always included
 */
export function detectLanguage(text: string, languages: readonly string[]): string | null {
  const words = wordsOf(text);
  const codes = scripts.find(([pattern]) => pattern.test(text))?.[1];
  // `How do I index 日本語 pages?` is English.
  const isEnglish = englishStart.test(text) && countOf([...new Set(words)], stopWordsOf('en')) > 1;
  if (codes !== undefined && !isEnglish)
    return languages.find((tag) => codes.includes(tag.toLowerCase().split('-')[0]!)) ?? null;
  const [best, second] = ['en', ...languages.filter((tag) => languageCode(tag) !== 'en')]
    .map((tag) => ({
      tag,
      count: countOf(words, smallWordsOf(languageCode(tag))),
      // Spanish and Portuguese share their small words.
      others: countOf(words, glossaryOf(languageCode(tag)) ?? new Set()),
    }))
    .sort((a, b) => b.count - a.count || b.others - a.others);
  if (best === undefined || second === undefined) return best?.tag ?? null;
  const isTold = best.count > second.count || (second.tag !== 'en' && best.others > second.others);
  return isTold && best.count > 0 ? best.tag : null;
}

/** Questions that are remembered: the search, its judgement and the answer ask it of the same one. */
const recent = createRecent<{ language: string | null }>(100);
const maxKept = 500;

/**
 * The same, but null where one small word alone tells the language: in English, too, there are a rate limit per user and a
 * door sensor, and Germans enable drag and drop.
 */
export function detectSurely(text: string, languages: readonly string[]): string | null {
  if (text.length > maxKept) return findSurely(text, languages);
  const key = `${languages.join()}\n${text}`;
  return recent.of(key, () => ({ language: findSurely(text, languages) })).language;
}

function findSurely(text: string, languages: readonly string[]): string | null {
  const found = detectLanguage(text, languages);
  if (found === null || foreignLetter.test(text)) return found;
  return countOf([...new Set(wordsOf(text))], smallWordsOf(languageCode(found))) > 1 ? found : null;
}

function wordsOf(text: string): string[] {
  return text
    .slice(0, maxLength)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !acronym.test(word))
    .map((word) => foldText(word));
}

function countOf(words: readonly string[], known: Pick<ReadonlySet<string>, 'has'>): number {
  return words.filter((word) => known.has(word)).length;
}

const smallWords = new Map<string, ReadonlySet<string>>();

/** A language's stop words, and what its questions begin with. */
function smallWordsOf(code: string): ReadonlySet<string> {
  const known = smallWords.get(code) ?? new Set([...stopWordsOf(code), ...openingsOf(code)]);
  smallWords.set(code, known);
  return known;
}

function openingsOf(code: string): string[] {
  return [...(glossaryOf(code) ?? [])].flatMap(([word, { isOpening }]) => (isOpening ? [word] : []));
}
