import { detectSurely } from '../retrieval/lexical/detect-language.ts';
import { isForeignQuestion } from '../retrieval/lexical/is-foreign-question.ts';
import { spokenLanguages } from '../retrieval/lexical/languages.ts';

/**
 * The language of an answer's fixed texts: the question's, or when it is too short to tell, the best page's. Null
 * when neither is known.
 */
export function answerLanguage(asked: string, pageLanguage: string | null): string | null {
  const spoken = detectSurely(asked, spokenLanguages);
  // Keywords of Han characters alone may be Japanese.
  const isJapanese = spoken === 'zh' && /^(?:ja|jp)\b/i.test(pageLanguage ?? '');
  return isJapanese ? 'ja' : (spoken ?? pageLanguage);
}

/**
 * The language of the docs when the question is certainly in another one; else null.
 * @param found the languages of the pages that were found, best first; null is English
 * @param known the languages that pages declare; docs that declare none are in English
 */
export function otherLanguage(
  asked: string,
  found: readonly (string | null)[],
  known: readonly string[],
): string | null {
  const languages = found.length > 0 || known.length > 0 ? found : [null];
  return languages.length > 0 && isForeignQuestion(asked, languages) ? (languages[0] ?? 'en') : null;
}
