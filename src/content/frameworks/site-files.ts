import type { Navigation, Place, SiteFile } from '../navigation/site-file.ts';
import { hostFiles } from './host-redirects.ts';
import { isDocsFile } from '../site/endings.ts';
import { foldersFrom } from '../site/folders.ts';
import { folderOf } from '../site/paths.ts';
import { frameworks } from './registry.ts';

const all = [...frameworks.flatMap(({ siteFiles = [] }) => siteFiles), ...hostFiles].filter(
  ({ inPage }) => inPage === undefined,
);

/** The kinds of files with navigation or redirects that a file may be, in docs of any framework. */
export const siteFilesAt = (path: string): SiteFile[] => all.filter(({ fits }) => fits.test(path));

/** The kinds of navigation that a file may hold, by the docs' framework. Plain docs may use any but that of pages. */
export function navigationFiles(framework: string, path: string): SiteFile[] {
  const own = framework === 'plain' ? all : filesOf(framework);
  return own.filter(({ fits, readNavigation }) => readNavigation !== undefined && fits.test(path));
}

/** @throws Error when the file does not parse as data */
export function readNavigation(path: string, text: string, framework: string): Navigation {
  const read = navigationFiles(framework, path).map((one) => one.readNavigation!(text, path));
  const isFound = ({ entries, folders }: Navigation) => entries.length + folders.length > 0;
  return read.find(isFound) ?? { entries: [], folders: [] };
}

/** The files that may keep redirects, best first: a framework's own work on any host. */
export function redirectFiles(framework: string): SiteFile[] {
  return [...filesOf(framework), ...hostFiles].filter(({ addRedirect }) => addRedirect !== undefined);
}

/** Whether docs of a framework can keep redirects. */
export function keepsRedirects(framework: string, files: Iterable<string>): boolean {
  const paths = [...files];
  return redirectFiles(framework).some(
    ({ inPage, fits }) => inPage !== undefined || paths.some((path) => fits.test(path)),
  );
}

/**
 * The file with one more redirect; null when it has no redirects or cannot be edited safely.
 * @param nth the place of its kind among the framework's `redirectFiles`
 */
export function addRedirect(
  path: string,
  text: string,
  framework: string,
  nth: number,
  [from, to]: [Place, Place],
): string | null {
  try {
    return redirectFiles(framework)[nth]!.addRedirect!(text, from, to, path);
  } catch {
    return null;
  }
}

const filesOf = (framework: string) => frameworks.find(({ name }) => name === framework)?.siteFiles ?? [];

/** Folders of a site that lie beside its configuration. */
const partFolders = /(?:^|\/)(?:\.\w+(?:\/config)?|_data(?:\/.*)?|[\w-]*versioned_sidebars|public|static)$/;

/**
 * The files with navigation and redirects of a site that are no pages: under the docs root, in the folders above it, and
 * beside the configuration of a site whose docs lie in another folder.
 */
export function siteFilesNear(files: Iterable<string>, docsRoot: string): Set<string> {
  const all = [...files].filter((file) => !isDocsFile(file) && siteFilesAt(file).length > 0);
  const within = (path: string) => docsRoot === '' || path.startsWith(`${docsRoot}/`);
  const configs = all.filter((path) => siteFilesAt(path).some(({ isBesideDocs }) => isBesideDocs === true));
  const beside = configs.some(within) ? [] : configs.map(folderOf);
  const above = foldersFrom(docsRoot);
  return new Set(
    all.filter((path) => {
      if (/(?:^|\/)(?:node_modules|\.git)\//.test(path)) return false;
      const folder = folderOf(path).replace(partFolders, '');
      return within(path) || above.includes(folder) || beside.includes(folder);
    }),
  );
}
