import { defaultOf } from './mark-defaults.ts';
import type { PageFile } from '../site/site-facts.ts';
import { siblingFolders } from './sibling-folders.ts';

/** `2.7`, `v3`, `5.x`, `2025-06-18`: names that only a version has. */
const numbered = /^(?:v\d+(?:\.\d+)*(?:\.x)?|\d+(?:\.\d+)+(?:\.x)?|\d+\.x|\d{4}-\d{2}-\d{2})$/i;
/** Names of versions beside numbered ones. */
const named =
  /^(?:\d+|latest|stable|current|next|main|master|dev|devel|edge|nightly|unstable|canary|alpha|beta|preview)$/i;

/**
 * Gives the pages in folders of versions their version, where neither framework nor configuration knows of versions:
 * sibling folders with such names that hold mostly the same paths, or the paths of the folder that they are in, which
 * is then the current version.
 */
export function readVersionFolders(pages: PageFile[]): PageFile[] {
  if (pages.some(({ version }) => version !== null)) return pages;
  const changed = new Map<PageFile, PageFile>();
  for (const { folders, isBeside } of siblingFolders(
    pages,
    (name) => numbered.test(name) || named.test(name),
  )) {
    const names = [...folders.keys()];
    if (!names.some((name) => numbered.test(name))) continue;
    const newest = defaultOf(names)!;
    // A few pages beside the versions, such as a landing page, belong to all of them.
    const main = isBeside(newest) ? null : newest;
    for (const [name, of] of folders)
      for (const page of of)
        changed.set(page, { ...page, version: name, isDefault: page.isDefault !== false && name === main });
  }
  return pages.map((page) => changed.get(page) ?? page);
}
