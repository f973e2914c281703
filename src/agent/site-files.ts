import { folderOf } from '../content/site/paths.ts';
import { siteFilesAt } from '../content/frameworks/site-files.ts';
import { isDocsFile } from '../content/site/endings.ts';

/** Folders of a site that lie beside its configuration. */
const partFolders =
  /(?:^|\/)(?:\.vitepress(?:\/config)?|_data(?:\/.*)?|[\w-]*versioned_sidebars|public|static)$/;

/**
 * Finds the files of which a job may change the navigation and redirects only: under the docs root, in the folders
 * above it, and beside the configuration of a Docusaurus site whose docs lie in another folder.
 */
export function siteFiles(files: Iterable<string>, docsRoot: string): Set<string> {
  const all = [...files].filter((file) => !isDocsFile(file) && siteFilesAt(file).length > 0);
  const within = (path: string) => docsRoot === '' || path.startsWith(`${docsRoot}/`);
  const configs = all.filter((path) => /(?:^|\/)docusaurus\.config\./.test(path));
  const beside = configs.some(within) ? [] : configs.map(folderOf);
  const above = foldersAbove(docsRoot);
  return new Set(
    all.filter((path) => {
      if (/(?:^|\/)(?:node_modules|\.git)\//.test(path)) return false;
      const folder = folderOf(path).replace(partFolders, '');
      return within(path) || above.includes(folder) || beside.includes(folder);
    }),
  );
}

/** `docs/en` → `docs/en`, `docs` and the repository root. */
export function foldersAbove(docsRoot: string): string[] {
  if (docsRoot === '') return [''];
  return [docsRoot, ...foldersAbove(folderOf(docsRoot))];
}
