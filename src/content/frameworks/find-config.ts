import { isDocsFile } from '../site/endings.ts';

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

/** A folder for other projects' sources. */
const vendorFolder =
  /^(?:.*?\/)??(?:vendor|vendored|third[-_]?party|3rd[-_]?party|deps|externals?|extern)\//i;

const sourceCode = /\.(?:[ch]|cc|[ch]pp|go|php|rs|rb|py|[cm]?[jt]s|java|kt|cs|swift|lua|pl)$/i;

const vendored = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a file of a tree is in a folder with other projects' sources: one of that name, with more code than docs. */
export function isVendored(file: string, files: readonly string[]): boolean {
  const folder = vendorFolder.exec(file)?.[0];
  if (folder === undefined) return false;
  let folders = vendored.get(files);
  if (folders === undefined) {
    folders = foldersOfCode(files);
    vendored.set(files, folders);
  }
  return folders.has(folder);
}

function foldersOfCode(files: readonly string[]): ReadonlySet<string> {
  const surplus = new Map<string, number>();
  for (const file of files) {
    const folder = vendorFolder.exec(file)?.[0];
    if (folder === undefined) continue;
    const weight = sourceCode.test(file) ? 1 : isDocsFile(file) ? -1 : 0;
    surplus.set(folder, (surplus.get(folder) ?? 0) + weight);
  }
  return new Set([...surplus].flatMap(([folder, count]) => (count > 0 ? [folder] : [])));
}

const known = new WeakMap<string[], boolean>();

/** Whether all docs are in folders for tests, examples and other projects, which are the docs then. */
export function hasOnlyTrials(files: string[]): boolean {
  const before = known.get(files);
  if (before !== undefined) return before;
  const docs = files.filter((file) => isDocsFile(file) && !ofRepository.test(file));
  const isOnly = docs.length > 0 && docs.every((file) => isTrial(file) || isVendored(file, files));
  known.set(files, isOnly);
  return isOnly;
}

/**
 * The matching files outside of tests, examples and other projects' sources, nearest to the root first.
 * @param all the files among which docs may be, where those differ
 */
export function findConfigs(files: string[], pattern: RegExp, all = files): string[] {
  const depth = (file: string): number => file.split('/').length;
  const matching = files.filter((file) => pattern.test(file));
  const outside = matching.filter((file) => !isTrial(file) && !isVendored(file, all));
  const found = outside.length === 0 && matching.length > 0 && hasOnlyTrials(all) ? matching : outside;
  return found.toSorted((one, two) => depth(one) - depth(two));
}

/** The matching file nearest to the root; null when there is none. */
export function findConfig(files: string[], pattern: RegExp, all = files): string | null {
  return findConfigs(files, pattern, all)[0] ?? null;
}
