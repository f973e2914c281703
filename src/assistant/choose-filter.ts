import { detectLanguage } from '../retrieval/lexical/detect-language.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { IndexedPage } from '../retrieval/read-page.ts';
import type { SearchFilter } from '../retrieval/search.ts';
import type { Question } from './question.ts';

/** The filters of a search: `strict` is binding, `preferred` is tried first. */
export type FilterChoice = { strict: SearchFilter; preferred: SearchFilter };

/**
 * The version and language of an answer. What the question's own words name, else the request's filter, is binding.
 * The version and language of the conversation (`meant`), of the quoted or viewed page and of the question are only
 * preferred.
 */
export function chooseFilter(
  { languages, versions }: Pick<SearchIndex, 'languages' | 'versions'>,
  asked: string,
  { filter }: Pick<Question, 'filter'>,
  near: Pick<IndexedPage, 'version' | 'language'> | undefined,
  meant: { version: string | null; language: string | null } = { version: null, language: null },
): FilterChoice {
  const strict = { ...filter, version: namedVersion(asked, versions) ?? filter.version };
  const spoken = languages.length > 0 ? detectLanguage(asked, languages) : null;
  const preferred = {
    ...strict,
    version: strict.version ?? meant.version ?? near?.version ?? undefined,
    language: strict.language ?? meant.language ?? spoken ?? near?.language ?? undefined,
  };
  return { strict, preferred };
}

/** The one version of the docs that a question names (`v5`, `5.x`, `2025-06-18`); undefined for none or several. */
function namedVersion(asked: string, versions: readonly string[]): string | undefined {
  const words = new Set(
    asked
      .toLowerCase()
      .split(/[^\p{L}\p{N}.-]+/u)
      .map(bareVersion),
  );
  const named = versions.filter((version) => words.has(bareVersion(version.toLowerCase())));
  return named.length === 1 ? named[0] : undefined;
}

/** `5` for `v5`, `5.x` and `version-5.0`. */
function bareVersion(version: string): string {
  const parts = version.replace(/^(?:version-?|v)(?=\d)/, '').split('.');
  while (parts.length > 1 && ['', 'x', '0'].includes(parts.at(-1)!)) parts.pop();
  return parts.join('.');
}
