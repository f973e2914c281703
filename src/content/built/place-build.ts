import { decodedPath } from '../../lib/decoded-path.ts';
import { withoutEnd } from '../../lib/without-end.ts';
import type { Addresses, PageFile } from '../site/site-facts.ts';
import { joinPath, pathOfBase, urlOf } from '../site/paths.ts';
import type { FrontMatter } from '../front-matter.ts';
import type { ContentWarning } from '../page.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Build, BuiltPage } from '../site/build.ts';
import { type Match, matchBuild } from './match-build.ts';
import { readSourceText, type SourceText } from './source-text.ts';

/** How the files were matched with a build. */
export type BuildMatch = {
  /** The name of the build, and how many pages it has. */
  name: string;
  count: number;
  /** Of each file that has one. */
  pages: Map<string, Match>;
  /** Files that have no page in it: those that are therefore not published, and those that keep their address. */
  unpublished: string[];
  unmatched: string[];
};

type Placed = { pages: PageFile[]; addresses: Addresses; match: BuildMatch; warnings: ContentWarning[] };

type Site = {
  tree: FileTree;
  addresses: Addresses;
  /** Whether the user named the site's address. */
  isBaseGiven: boolean;
  /** Whether no file holds the page. */
  isMade: (page: PageFile) => boolean;
  /** The path in a page's front matter. */
  movedTo: (page: PageFile, data: FrontMatter) => string | null;
};

/** The share of the other files with a page from which on a file without one counts as not published. */
const nearlyAll = 0.8;

/** Gives the files their addresses and ids of a build, and leaves those out that it does not publish. */
export async function placeBuild(build: Build, pages: PageFile[], site: Site): Promise<Placed> {
  const { tree, addresses, isMade, movedTo } = site;
  const base = baseOf(build, site);
  const folder = folderBetween(base, addresses.base);
  const inBuild = (path: string): string => joinPath(folder, path.replace(/\.html?$|\/$/, ''));
  const drafts = new Set<string>();
  const read = async (page: PageFile): Promise<SourceText | null> => {
    const { text } = await tree.read(page.file);
    if (text === null) return null;
    const found = readSourceText(page, text, (data) => inBuild(movedTo(page, data) ?? page.path));
    if (found.isDraft) drafts.add(page.file);
    return found;
  };
  const files = pages.filter((page) => !isMade(page));
  const found = await matchBuild({ build, pages: files, pathOf: (page) => inBuild(page.path), read });

  const places = new Set(files.map(({ path }) => path));
  // A draft, and a file beside another one of the same address, are without a page in any case.
  const expected = places.size - [...drafts].filter((file) => !found.has(file)).length;
  const others = Math.max(1, expected - 1);
  const isWhole = build.isWhole && found.size >= others * nearlyAll;
  const missing = files.filter(({ file }) => !found.has(file)).map(({ file }) => file);
  const unpublished = new Set(isWhole ? missing : []);
  const match: BuildMatch = {
    name: build.name,
    count: build.pages.length,
    pages: found,
    unpublished: [...unpublished],
    unmatched: isWhole ? [] : missing,
  };
  const shown = pages.filter(({ file }) => !unpublished.has(file));
  return {
    pages: shown.map((page) => withPage(page, found.get(page.file), { base, folder })),
    addresses: addresses.base === '' ? { ...addresses, base } : addresses,
    match,
    warnings: [...build.warnings, ...warningsOf(match, files.length)],
  };
}

function warningsOf({ name, unmatched }: BuildMatch, files: number): ContentWarning[] {
  if (unmatched.length === 0) return [];
  const message = `It has no page for ${unmatched.length} of ${files} files, such as ${unmatched[0]}. They keep the addresses that are worked out.`;
  return [{ file: name, message }];
}

function withPage(
  page: PageFile,
  match: Match | undefined,
  { base, folder }: { base: string; folder: string },
): PageFile {
  if (match === undefined) return page;
  const { path, ending, headings, ids, url } = match.page;
  const below = folder !== '' && `${path}/`.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  const built = { url: url ?? urlOf(path, ending, base), headings, ids };
  return { ...page, path: below, isIndex: isIndex(match.page), built };
}

function isIndex({ path, ending }: BuiltPage): boolean {
  return path === '' || ending.startsWith('/');
}

/** The address of the build's root. What the user named counts first, then canonical links, then the configuration. */
function baseOf({ base, basePath }: Build, { addresses, isBaseGiven }: Site): string {
  if (base !== null && !isBaseGiven) return base;
  const own = withoutEnd(addresses.base, '/');
  if (basePath === null || basePath === pathOfBase(own)) return own;
  const origin = URL.canParse(own) ? new URL(own).origin : '';
  return basePath === '' ? origin : `${origin}/${basePath}`;
}

/** The folder of a build's root in which a site lies that is deeper than it: `docs` of `https://example.com/docs`. */
function folderBetween(base: string, site: string): string {
  const above = pathOfBase(base);
  const inner = decodedPath(pathOfBase(site));
  if (above === '') return inner;
  return `${inner}/`.startsWith(`${above}/`) ? inner.slice(above.length + 1) : '';
}
