import { detectSurely } from './detect-language.ts';
import { spokenLanguages } from './languages.ts';

/**
 * Whether a question is surely in another language than all pages that are searched: they lack most of its words, whatever
 * they say.
 * @param tags the pages' languages; null is English
 */
export function isForeignQuestion(text: string, tags: readonly (string | null)[]): boolean {
  const written = [...new Set(tags.map((tag) => tag ?? 'en'))];
  const codes = new Set(written.map(codeOf));
  const spoken = detectSurely(text, [...written, ...spokenLanguages.filter((code) => !codes.has(code))]);
  return spoken !== null && !codes.has(codeOf(spoken));
}

function codeOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0]!;
}
