import { posix } from 'node:path';
import { folderOf } from '../content/site/paths.ts';
import { isFernNavigation } from './navigation/fern.ts';

/** Names of the files in which docs frameworks and hosts keep navigation and redirects. */
const names = [
  /^(?:mkdocs|properdocs)[\w.-]*\.ya?ml$/,
  /^zensical\.toml$/,
  /^(?:docusaurus|astro|next)\.config\.[cm]?[jt]s$/,
  /^[\w-]*sidebars?\.(?:json|[cm]?[jt]s|ya?ml)$/i,
  /^[^/]+-sidebars\.json$/,
  /^(?:docs|mint|meta|vercel)\.json$/,
  /^_meta(?:\.[\w-]+)?\.(?:json|[cm]?[jt]sx?)$/,
  /^_nav\.json$/,
  /^_quarto(?:-[\w-]+)?\.ya?ml$/,
  /^toc\.ya?ml$/i,
  /^(?:book|netlify)\.toml$/,
  /^\.gitbook\.ya?ml$/,
  /^(?:_toc|redirects)\.ya?ml$/,
  /^_redirects$/,
  /^redirects\.txt$/,
  /^redocly\.ya?ml$/,
  // The page whose script configures docsify; other HTML pages must not change.
  /^index\.html$/,
  /^conf\.py$/,
];
const vitepress = /(?:^|\/)\.vitepress\/config(?:\/[\w-]+)?\.[cm]?[jt]s$/;

/** Folders of a site that lie beside its configuration. */
const partFolders =
  /(?:^|\/)(?:\.vitepress(?:\/config)?|_data(?:\/.*)?|[\w-]*versioned_sidebars|public|static)$/;

/**
 * Finds the files of which a job may change the navigation and redirects only: under the docs root, in the folders
 * above it, and beside the configuration of a Docusaurus site whose docs lie in another folder.
 */
export function siteFiles(files: Iterable<string>, docsRoot: string): Set<string> {
  const all = [...files].filter(isNamed);
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

function isNamed(path: string): boolean {
  const name = posix.basename(path);
  const isData = /\.ya?ml$/.test(name) && path.split('/').includes('_data');
  return (
    isData || vitepress.test(path) || isFernNavigation(path) || names.some((pattern) => pattern.test(name))
  );
}

/** `docs/en` → `docs/en`, `docs` and the repository root. */
export function foldersAbove(docsRoot: string): string[] {
  if (docsRoot === '') return [''];
  return [docsRoot, ...foldersAbove(folderOf(docsRoot))];
}
