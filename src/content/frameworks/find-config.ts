/** Folders for tests and examples, whose sites are not the docs of their repository. */
const trial =
  /(?:^|\/)(?:tests?|__tests__|e2e|fixtures?|__fixtures__|__mocks__|mocks?|testdata|examples?|samples?|node_modules)\//i;

/** Whether a file is in a folder for tests or examples. */
export function isTrial(file: string): boolean {
  return trial.test(file);
}

/** The matching files outside of tests and examples, nearest to the root first. */
export function findConfigs(files: string[], pattern: RegExp): string[] {
  const depth = (file: string): number => file.split('/').length;
  return files
    .filter((file) => pattern.test(file) && !isTrial(file))
    .toSorted((one, two) => depth(one) - depth(two));
}

/** The matching file nearest to the root; null when there is none. */
export function findConfig(files: string[], pattern: RegExp): string | null {
  return findConfigs(files, pattern)[0] ?? null;
}
