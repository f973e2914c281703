import { foldText } from './fold-text.ts';
import { languageCode, languageOf } from './languages.ts';

/** Scripts that usually mean one language, with its codes; some sites use the country's code. */
const scripts: [RegExp, string[]][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja', 'jp']],
  [/\p{Script=Hangul}/u, ['ko', 'kr']],
  [/\p{Script=Han}/u, ['zh', 'cn']],
  [/\p{Script=Cyrillic}/u, ['ru']],
];

/**
 * The language of a question, by its script or its stop words; null when undecided.
 * @param languages tags as pages have them (`zh-CN`); English is always included
 */
export function detectLanguage(text: string, languages: readonly string[]): string | null {
  const codes = scripts.find(([pattern]) => pattern.test(text))?.[1];
  if (codes !== undefined)
    return languages.find((tag) => codes.includes(tag.toLowerCase().split('-')[0]!)) ?? null;
  const words = text.split(/[^\p{L}\p{N}]+/u).map((word) => foldText(word));
  const [best, second] = ['en', ...languages.filter((tag) => languageCode(tag) !== 'en')]
    .map((tag) => ({
      tag,
      count: words.filter((word) => languageOf(languageCode(tag)).stopWords.has(word)).length,
    }))
    .sort((a, b) => b.count - a.count);
  return best !== undefined && best.count > (second?.count ?? 0) ? best.tag : null;
}
