import { detectLanguage } from '../retrieval/lexical/detect-language.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { IndexedPage } from '../retrieval/read-page.ts';
import type { SearchFilter } from '../retrieval/search.ts';
import type { Question } from './question.ts';

/** The filters of a search: `preferred` is tried first, and `strict` when it finds no answer. */
export type FilterChoice = {
  strict: SearchFilter;
  preferred: SearchFilter;
  /** The versions that a question compares, each to be searched by itself; empty when it names fewer than two. */
  sides: string[];
  /** The version that the question names and that the request's filter keeps out. */
  keptOut: string | null;
};

/** A question that names more versions is not a comparison. */
const maxSides = 3;

/**
 * The version and language of an answer: the request's filter is binding, then the version named in the question.
 * The conversation's subject (`meant`), the question's language, and the quoted or viewed page (`near`) are only
 * preferences.
 */
export function chooseFilter(
  { languages, versions }: Pick<SearchIndex, 'languages' | 'versions'>,
  asked: string,
  { filter }: Pick<Question, 'filter'>,
  near: Pick<IndexedPage, 'version' | 'language'> | undefined,
  meant: { version: string | null; language: string | null } = { version: null, language: null },
): FilterChoice {
  const named = namedVersions(asked, versions);
  const strict = { ...filter, version: filter.version ?? (named.length === 1 ? named[0] : undefined) };
  const spoken = languages.length > 0 ? detectLanguage(asked, languages) : null;
  const preferred = {
    ...strict,
    version: strict.version ?? meant.version ?? near?.version ?? undefined,
    language: strict.language ?? meant.language ?? spoken ?? near?.language ?? undefined,
  };
  const compared = filter.version === undefined && named.length > 1 ? named.slice(0, maxSides) : [];
  const keptOut = filter.version === undefined ? undefined : named.find((one) => one !== filter.version);
  return { strict, preferred, sides: compared, keptOut: keptOut ?? null };
}

/** The versions of the docs that a question names: `v5`, `5.x`, `2025-06-18`. */
function namedVersions(asked: string, versions: readonly string[]): string[] {
  const words = asked.split(/[^\p{L}\p{N}.-]+/u).filter((word) => word !== '');
  const meant = words.filter((_, at) => isVersion(words, at)).map((word) => bareVersion(word.toLowerCase()));
  return versions.filter((version) => meant.includes(bareVersion(version.toLowerCase())));
}

/** Questions about the step between versions, whose pages name them. */
const asksForStep =
  /\b(?:(?:up|down)grad|migrat|chang|new in|what(?:'s| is) new|releas|since|removed|deprecat|breaking|aktualisier|umst[ei])|変更|移行|アップグレード|新機能|升级|迁移|变更|新功能/i;

/**
 * A search without the version that it is filtered by: as words, versions lead to changelogs.
 * @param asked the question, which may name the version
 */
export function withoutVersion(text: string, asked: string, versions: readonly string[]): string {
  const [version, ...others] = namedVersions(asked, versions);
  if (version === undefined || others.length > 0 || asksForStep.test(asked)) return text;
  const bare = bareVersion(version.toLowerCase());
  return text.replaceAll(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu, (word) =>
    bareVersion(word.toLowerCase().replace(/\.$/, '')) === bare ? '' : word,
  );
}

/** Versions that are also ordinary words (`What comes next?`) and plain numbers (`5 requests`). */
const isAmbiguous =
  /^(?:\d{1,3}\.?|next|latest|current|stable|main|master|dev|legacy|old|new|preview|beta|alpha|edge|draft)$/i;
const saysVersion = /^(?:versions?|releases?|docs|branch)$/i;

/** An ambiguous word is a version beside "version", and a number after a name: `Rails 7`. */
function isVersion(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (!isAmbiguous.test(word)) return true;
  const before = words[at - 1] ?? '';
  if (saysVersion.test(before)) return true;
  return /^\d/.test(word) ? at > 1 && /^\p{Lu}/u.test(before) : saysVersion.test(words[at + 1] ?? '');
}

/** `5` for `v5`, `5.x`, `version-5.0` and `Version 5 (latest)`. */
function bareVersion(version: string): string {
  const parts = version
    .replaceAll(/^(?:version[- ]?|v)(?=\d)|\([^()]*\)$/g, '')
    .trim()
    .split('.');
  while (parts.length > 1 && ['', 'x', '0'].includes(parts.at(-1)!)) parts.pop();
  return parts.join('.');
}
