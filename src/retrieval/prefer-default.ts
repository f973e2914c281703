import { swapWithBetter } from './swap-with-better.ts';
import type { SearchQuery } from './search.ts';

type Candidate = {
  path: string;
  title: string;
  score: number;
  version: string | null;
  language: string | null;
  isDefault: boolean;
};

/** The weight of pages of another version than the default one, and of another language, unless asked for. */
const unasked = { version: 0.8, language: 0.5 };

/** Share of another version's score that the same page of the default one needs to come before it. */
const minTwin = 0.5;

/**
 * Reranks pages so that those of the default version and language win ties, and come before the same page of another
 * version, which may say a word more often. Others keep their score when the filter, the page being viewed (`current`) or
 * the question's own words name their version or language.
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
  const ranked = pages
    .map((page) => {
      const asked = isAsked(page);
      const share = asked ? 1 : usual.has(page.language) ? unasked.version : unasked.language;
      return { ...page, isDefault: asked, score: page.score * share };
    })
    .sort((a, b) => b.score - a.score);
  return swapWithBetter(ranked, isBehindTwin);
}

function isBehindTwin(page: Candidate, later: Candidate): boolean {
  return !page.isDefault && later.isDefault && areTwins(page, later) && later.score >= minTwin * page.score;
}

function areTwins(one: Candidate, other: Candidate): boolean {
  return one.title === other.title && one.language === other.language && haveOnePlace(one.path, other.path);
}

/** Whether two paths differ in one folder at most, of which one may lack: `docs/next/install`, `docs/install`. */
function haveOnePlace(one: string, other: string): boolean {
  const [short, long] = [one.split('/'), other.split('/')].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  if (long.length - short.length > 1) return false;
  const at = long.findIndex((name, nth) => name !== short[nth]);
  return long.slice(at + 1).join('/') === short.slice(long.length === short.length ? at + 1 : at).join('/');
}

/** Version `v2.0` is also asked for as `2.0`. */
function namesOf(version: string): string[] {
  const name = version.toLowerCase();
  return [name, name.replace(/^v/, ''), `v${name}`, name.replace(/\.x$/, '')];
}
