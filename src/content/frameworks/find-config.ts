/** The matching files, nearest to the root first. */
export function findConfigs(files: string[], pattern: RegExp): string[] {
  const depth = (file: string): number => file.split('/').length;
  return files.filter((file) => pattern.test(file)).toSorted((one, two) => depth(one) - depth(two));
}

/** The matching file nearest to the root; null when there is none. */
export function findConfig(files: string[], pattern: RegExp): string | null {
  return findConfigs(files, pattern)[0] ?? null;
}
