/** A folder of a version: `v1/`, `@v2/`, `version-2.0/`, `3.x/`. */
const versionFolder = /^(|.*\/)@?(?:version-)?v?(\d{1,4}(?:\.(?:\d{1,4}|x)){0,3})\//i;

/** The pages of versions that a later one stands beside: the code as it is now decides nothing of them. */
export function olderVersions(files: readonly string[]): Set<string> {
  const dated = files.flatMap((file) => {
    const [, folder, version] = versionFolder.exec(file) ?? [];
    return version === undefined ? [] : [{ file, folder: folder!, version }];
  });
  const older = new Set<string>();
  for (const group of Map.groupBy(dated, ({ folder }) => folder).values()) {
    const newest = group.map(({ version }) => version).reduce((a, b) => (compare(a, b) < 0 ? b : a));
    for (const { file, version } of group) if (compare(version, newest) < 0) older.add(file);
  }
  return older;
}

const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
