import { posix } from 'node:path';
import type { Site } from './checks/checked-site.ts';
import { isOfFolder, readNavigations } from './checks/site-navigation.ts';
import { insertBeside, removeItem, renameEntry } from '../content/navigation/edit-text.ts';
import type { NavigationEntry } from '../content/navigation/site-file.ts';
import { spell, type Spelling } from './page-names.ts';
import type { Workspace } from './workspace.ts';

/** The workspace, and the site as it was before the change. */
type Scene = { workspace: Workspace; site: Site };

/**
 * Edits each navigation file at the entries that name a page: last first, so that no edit moves the next one's offsets.
 * @returns the files that changed
 */
async function editEntries(
  { workspace, site }: Scene,
  page: string,
  edit: (text: string, entry: NavigationEntry, spelling: Spelling, file: string) => string,
): Promise<string[]> {
  const changed: string[] = [];
  for (const { file, text, entries } of await readNavigations(workspace, 'now', site)) {
    let edited = text;
    for (const entry of entries.toSorted((a, b) => b.span.start - a.span.start))
      if (entry.named?.page === page) edited = edit(edited, entry, entry.named.spelling, file);
    if (edited === text) continue;
    await workspace.write(file, edited);
    changed.push(file);
  }
  return changed;
}

/**
 * Updates the navigation entries of a moved page.
 * @param after the site with the page at its new place
 * @returns the files that changed
 */
export function moveInNavigation(scene: Scene, from: string, to: string, after: Site): Promise<string[]> {
  return editEntries(scene, from, (text, entry, spelling, file) => {
    const leaves = isOfFolder(file) && posix.dirname(from) !== posix.dirname(to);
    const name = leaves ? null : spell(after, file, to, spelling);
    return name === null ? removeItem(text, entry.item) : renameEntry(text, entry, name);
  });
}

/** Removes a page from the navigation. @returns the files that changed */
export const removeFromNavigation = (scene: Scene, page: string): Promise<string[]> =>
  editEntries(scene, page, (text, { item }) => removeItem(text, item));

/**
 * Puts a page before or after another one, in every place where the navigation names that one.
 * @returns the files that changed; empty when no entry of the other page can get a neighbour
 */
export function placeInNavigation(
  scene: Scene,
  page: string,
  title: string,
  { side, other }: { side: 'before' | 'after'; other: string },
): Promise<string[]> {
  return editEntries(scene, other, (text, entry, spelling, file) => {
    const target = spell(scene.site, file, page, spelling);
    return (target !== null && insertBeside(text, entry, side, { target, title })) || text;
  });
}
