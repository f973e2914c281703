import type { Site } from './checks/checked-site.ts';
import type { NavigationFile } from './checks/site-navigation.ts';
import type { Navigation } from '../content/navigation/site-file.ts';
import { findNamed } from './page-names.ts';
import { listPageTitles } from './page-titles.ts';

/** The navigation as text: its files, and in order their groups and pages, with title and file. */
export function describeNavigation(site: Site, navigations: readonly NavigationFile[]): string[] {
  return navigations.flatMap(({ file, navigation }) => [`${file}:`, ...linesOf(site, file, navigation)]);
}

function linesOf(site: Site, file: string, { entries, folders }: Navigation): string[] {
  const lines: string[] = [];
  let open = '';
  for (const { target, title, groups } of entries) {
    const group = groups.join(' > ');
    if (group !== open && group !== '') lines.push(`${group}:`);
    open = group;
    const page = findNamed(site, file, target)?.page;
    const own = page === undefined ? undefined : listPageTitles(site, [page])[0]!.title;
    const name = `- ${title ?? own ?? target}${page === undefined ? '' : ` (${page})`}`;
    lines.push(group === '' ? name : `  ${name}`);
  }
  return [...lines, ...folders.map((folder) => `- every page of ${folder}, in its own order`)];
}

/** Pages without a navigation entry of their own. */
export function unnamedPages(site: Site, navigations: readonly NavigationFile[]): string[] {
  const named = new Set(
    navigations.flatMap(({ file, navigation }) =>
      navigation.entries.map(({ target }) => findNamed(site, file, target)?.page),
    ),
  );
  return site.pages.filter((page) => !named.has(page));
}
