import { isOfRepository, isTrial, isVendored } from './frameworks/find-config.ts';
import { isDocsFile } from './site/endings.ts';
import type { ContentWarning } from './page.ts';

/** Fewer files may be parts of pages. */
const minFiles = 5;

/** Folders of docs by their names, and those of what pages include. */
const ofDocs = /(?:^|[-_])(?:docs?|documentation|guides?|manual|content|version-[^/]*)$/i;
const ofParts = /(?:^|\/)(?:[._]|[^/]*(?:partial|snippet|include|template|example|archive|component))/i;

/**
 * A warning for each folder of docs of which no file is a page, so that a configuration never drops them in silence.
 * @param roots the site's folders: others are of other projects
 */
export function unreadFolders(
  files: string[],
  read: ReadonlySet<string>,
  roots: readonly string[],
): ContentWarning[] {
  const isOfSite = (folder: string): boolean =>
    roots.some((root) => root === '' || folder === root || folder.startsWith(`${root}/`));
  const counts = new Map<string, { docs: number; isRead: boolean }>();
  for (const file of files) {
    if (!isDocsFile(file)) continue;
    const folder = docsFolderOf(file);
    if (folder === null || !isOfSite(folder)) continue;
    const { docs, isRead } = counts.get(folder) ?? { docs: 0, isRead: false };
    const counted =
      !ofParts.test(file) && !isOfRepository(file) && !isTrial(file) && !isVendored(file, files);
    counts.set(folder, { docs: docs + Number(counted), isRead: isRead || read.has(file) });
  }
  return [...counts].flatMap(([folder, { docs, isRead }]) =>
    isRead || docs < minFiles
      ? []
      : [
          {
            file: folder,
            message: `${docs} files in this folder were not read, because the configuration excludes them.`,
          },
        ],
  );
}

/** The innermost folder above a file that is named as one of docs. */
function docsFolderOf(file: string): string | null {
  const steps = file.split('/').slice(0, -1);
  const at = steps.findLastIndex((step) => ofDocs.test(step));
  return at < 0 ? null : steps.slice(0, at + 1).join('/');
}
