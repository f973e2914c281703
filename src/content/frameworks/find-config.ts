import { isDocsFile } from './paths.ts';

/** Folders for tests and examples, whose sites are not the docs of their repository. */
const trial =
  /(?:^|\/)(?:tests?|__tests__|e2e|fixtures?|__fixtures__|__mocks__|mocks?|testdata|examples?|samples?|node_modules)\//i;

/** Files that any repository has, with or without docs. */
const ofRepository =
  /(?:^|\/)(?:readme|changelog|changes|history|contributing|licen[cs]e|code_of_conduct|security|support|authors|agents|claude)[^/]*$/i;

/** Whether a file is in a folder for tests or examples. */
export function isTrial(file: string): boolean {
  return trial.test(file);
}

export function isOfRepository(file: string): boolean {
  return ofRepository.test(file);
}

const known = new WeakMap<string[], boolean>();

/** Whether all docs are in folders for tests and examples, which are the docs then. */
export function hasOnlyTrials(files: string[]): boolean {
  const before = known.get(files);
  if (before !== undefined) return before;
  const docs = files.filter((file) => isDocsFile(file) && !ofRepository.test(file));
  const isOnly = docs.length > 0 && docs.every(isTrial);
  known.set(files, isOnly);
  return isOnly;
}

/**
 * The matching files outside of tests and examples, nearest to the root first.
 * @param all the files among which docs may be, where those differ
 */
export function findConfigs(files: string[], pattern: RegExp, all = files): string[] {
  const depth = (file: string): number => file.split('/').length;
  const matching = files.filter((file) => pattern.test(file));
  const outside = matching.filter((file) => !isTrial(file));
  const found = outside.length === 0 && matching.length > 0 && hasOnlyTrials(all) ? matching : outside;
  return found.toSorted((one, two) => depth(one) - depth(two));
}

/** The matching file nearest to the root; null when there is none. */
export function findConfig(files: string[], pattern: RegExp, all = files): string | null {
  return findConfigs(files, pattern, all)[0] ?? null;
}
