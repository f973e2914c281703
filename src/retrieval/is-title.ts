import { languageCode } from './lexical/languages.ts';
import { questionTokens } from './question-terms.ts';

/** Whether a question is a page's title: the same content words, in any order and form. */
export function isTitleOf(question: string, page: { title: string; language: string | null }): boolean {
  const language = languageCode(page.language);
  const asked = termsOf(question, language);
  const title = termsOf(page.title, language);
  return asked.size > 0 && asked.size === title.size && [...asked].every((term) => title.has(term));
}

function termsOf(text: string, language: string): Set<string> {
  return new Set(questionTokens(text, [language]).map(([{ term }]) => term));
}
