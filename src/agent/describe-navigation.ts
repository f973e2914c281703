import type { NavigationFile } from './checks/site-navigation.ts';

/** The navigation as text: its files, and in order their groups and pages, with title and file. */
export const describeNavigation = (
  navigations: readonly NavigationFile[],
  titles: ReadonlyMap<string, string>,
): string[] => navigations.flatMap((one) => linesOf(one, titles));

function linesOf({ file, entries, folders }: NavigationFile, titles: ReadonlyMap<string, string>): string[] {
  const lines = [`${file}:`];
  let open = '';
  for (const { target, title, groups, named } of entries) {
    const group = groups.join(' > ');
    if (group !== open && group !== '') lines.push(`${group}:`);
    open = group;
    const shown = title ?? titles.get(named?.page ?? '') ?? target;
    const name = `- ${shown}${named === null ? '' : ` (${named.page})`}`;
    lines.push(group === '' ? name : `  ${name}`);
  }
  return [...lines, ...folders.map((folder) => `- every page of ${folder}, in its own order`)];
}

/** The pages that navigation files name one by one. */
export const pagesNamed = (navigations: readonly NavigationFile[]): Set<string> =>
  new Set(navigations.flatMap(({ entries }) => entries.flatMap(({ named }) => named?.page ?? [])));
