import { posix } from 'node:path';
import type { Checker } from './checks/checker.ts';
import type { Site } from './checks/checked-site.ts';
import { isOfFolder, type NavigationFile, readNavigations } from './checks/site-navigation.ts';
import { insertBeside, removeItem, renameEntry } from '../content/navigation/edit-text.ts';
import { findNamed, spell } from './page-names.ts';
import type { Workspace } from './workspace.ts';

/** The workspace, the checker, and the site as it was before the change. */
type Scene = { workspace: Workspace; checker: Checker; site: Site };

/** The entries of a file that name a page, last first, so that an edit does not move the offsets of the next one. */
const namesOf = (site: Site, { file, navigation }: NavigationFile, page: string) =>
  navigation.entries
    .flatMap((entry) => {
      const found = findNamed(site, file, entry.target);
      return found?.page === page ? [{ entry, spelling: found.spelling }] : [];
    })
    .sort((a, b) => b.entry.span.start - a.entry.span.start);

/**
 * Updates the navigation entries of a moved page.
 * @param after the site with the page at its new place
 * @returns the files that changed
 */
export async function moveInNavigation(
  scene: Scene,
  from: string,
  to: string,
  after: Site,
): Promise<string[]> {
  const { workspace, checker, site } = scene;
  const changed: string[] = [];
  for (const navigation of await readNavigations(site, workspace, checker, 'now')) {
    const { file } = navigation;
    const leaves = isOfFolder(file) && posix.dirname(from) !== posix.dirname(to);
    let { text } = navigation;
    for (const { entry, spelling } of namesOf(site, navigation, from)) {
      const name = leaves ? null : spell(after, file, to, spelling);
      text = name === null ? removeItem(text, entry.item) : renameEntry(text, entry, name);
    }
    if (text === navigation.text) continue;
    await workspace.write(file, text);
    changed.push(file);
  }
  return changed;
}

/** Removes a page from the navigation. @returns the files that changed */
export async function removeFromNavigation(scene: Scene, page: string): Promise<string[]> {
  const { workspace, checker, site } = scene;
  const changed: string[] = [];
  for (const navigation of await readNavigations(site, workspace, checker, 'now')) {
    let { text } = navigation;
    for (const { entry } of namesOf(site, navigation, page)) text = removeItem(text, entry.item);
    if (text === navigation.text) continue;
    await workspace.write(navigation.file, text);
    changed.push(navigation.file);
  }
  return changed;
}

/**
 * Puts a page before or after another one, in every place where the navigation names that one.
 * @returns the files that changed; empty when no entry of the other page can get a neighbour
 */
export async function placeInNavigation(
  scene: Scene,
  page: string,
  title: string,
  { side, other }: { side: 'before' | 'after'; other: string },
): Promise<string[]> {
  const { workspace, checker, site } = scene;
  const changed: string[] = [];
  for (const navigation of await readNavigations(site, workspace, checker, 'now')) {
    const { file } = navigation;
    let { text } = navigation;
    for (const { entry, spelling } of namesOf(site, navigation, other)) {
      const target = spell(site, file, page, spelling);
      if (target !== null) text = insertBeside(text, entry, side, { target, title }) ?? text;
    }
    if (text === navigation.text) continue;
    await workspace.write(file, text);
    changed.push(file);
  }
  return changed;
}
