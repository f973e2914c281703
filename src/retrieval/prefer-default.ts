import type { SearchQuery } from './search.ts';

type Candidate = { score: number; version: string | null; language: string | null; isDefault: boolean };

/** The weight of pages of another version than the default one, and of another language, unless asked for. */
const unasked = { version: 0.8, language: 0.5 };

/**
 * Reranks pages so that those of the default version and language win ties. Others keep their score when the filter,
 * the page being viewed (`current`) or the question's own words name their version or language.
 */
export function preferDefault<T extends Candidate>(
  pages: T[],
  { text, filter }: Pick<SearchQuery, 'text' | 'filter'>,
  current: Pick<Candidate, 'version' | 'language'> | undefined,
): T[] {
  if (pages.every(({ isDefault }) => isDefault)) return pages;
  const usual = new Set(pages.filter(({ isDefault }) => isDefault).map(({ language }) => language));
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}._-]+/u));
  const isAsked = ({ version, language, isDefault }: Candidate): boolean =>
    isDefault ||
    (filter?.version !== undefined && filter.version === version) ||
    (filter?.language !== undefined && language?.startsWith(filter.language) === true) ||
    (current !== undefined && current.version === version && current.language === language) ||
    (version !== null && namesOf(version).some((name) => words.has(name)));
  return pages
    .map((page) => {
      const asked = isAsked(page);
      const share = asked ? 1 : usual.has(page.language) ? unasked.version : unasked.language;
      return { ...page, isDefault: asked, score: page.score * share };
    })
    .sort((a, b) => b.score - a.score);
}

/** Version `v2.0` is also asked for as `2.0`. */
function namesOf(version: string): string[] {
  const name = version.toLowerCase();
  return [name, name.replace(/^v/, ''), `v${name}`, name.replace(/\.x$/, '')];
}
