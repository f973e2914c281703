/** The first file that matches, the one nearest to the root; null when there is none. */
export function findConfig(files: string[], pattern: RegExp): string | null {
  const depth = (file: string): number => file.split('/').length;
  return (
    files.filter((file) => pattern.test(file)).toSorted((one, two) => depth(one) - depth(two))[0] ?? null
  );
}
