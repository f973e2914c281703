import { foldText } from './fold-text.ts';
import { languageCode, languageOf } from './languages.ts';

/** Scripts that one language of a docs site is written in, as a rule, and its codes; some sites use the country's. */
const scripts: [RegExp, string[]][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ['ja', 'jp']],
  [/\p{Script=Hangul}/u, ['ko', 'kr']],
  [/\p{Script=Han}/u, ['zh', 'cn']],
  [/\p{Script=Cyrillic}/u, ['ru']],
];

/**
 * Which of the languages a question is written in, by its script or its stop words; null when it does not tell.
 * @param languages tags as pages have them (`zh-CN`); English is always among them
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
