import { languageCode } from './lexical/languages.ts';
import { questionTokens } from './question-terms.ts';

type Titled = { title: string; language: string | null };

/** Whether a question is the title of one of the pages: the same content words, in any order and form. */
export function isTitle(question: string, pages: readonly Titled[]): boolean {
  const askedIn = new Map<string, Set<string>>();
  return pages.some(({ title, language }) => {
    const code = languageCode(language);
    const asked = askedIn.get(code) ?? termsOf(question, code);
    askedIn.set(code, asked);
    const terms = termsOf(title, code);
    return asked.size > 0 && asked.size === terms.size && [...asked].every((term) => terms.has(term));
  });
}

function termsOf(text: string, language: string): Set<string> {
  return new Set(questionTokens(text, [language]).map(([{ term }]) => term));
}
