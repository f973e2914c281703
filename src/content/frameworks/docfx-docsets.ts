import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText } from '../config/values.ts';
import { learn } from '../markdown/docfx-references.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { listPages, readContent } from './docfx-content.ts';
import { readMoves, type Move } from './docfx-moves.ts';
import { readGroups, type GroupedPage } from './docfx-versions.ts';
import { findConfig } from './find-config.ts';
import type { PageFile } from './framework.ts';
import type { Redirect } from '../site/addresses.ts';
import { folderOf, joinPath, urlOf } from '../site/paths.ts';

/** Segments of an address above its docset: `/dotnet/desktop/winforms`. */
const maxBaseSegments = 4;

export const publishConfig = /(?:^|\/)\.openpublishing\.publish\.config\.json$/;

/** The part of Microsoft Learn that one repository fills. */
type LearnSite = { base: string; pages: PageFile[]; redirects: Redirect[]; roots: string[] };

type Docset = {
  root: string;
  pages: GroupedPage[];
  groups: unknown;
  base: string;
  /** The paths of pages that are no more. */
  moved: Map<Move, string>;
};

/**
 * Microsoft Learn: one or several docsets, each with a `docfx.json`, and redirects in files of their own.
 * https://github.com/dotnet/docfx/blob/09da64c91cd92057fbeb6e68e8940c8e20f89c2d/docs/designs/multiple-docsets.md
 */
export async function readLearnSite(
  tree: FileTree,
  readConfig: ReadConfig,
  fallback: string,
  baseUrl: string | undefined,
): Promise<LearnSite> {
  const file = findConfig(tree.files, publishConfig) ?? '';
  const config = asObject((await readConfig(file))['default']);
  const repository = folderOf(file);
  const named = asList(config['docsets_to_publish']).map((one) =>
    joinPath(repository, asText(asObject(one)['build_source_folder']) ?? '', 'docfx.json'),
  );
  const known = new Set(tree.files);
  const present = [...new Set(named)].filter((one) => known.has(one));
  const moves = await readMoves(tree, readConfig, repository);
  const docsets: Docset[] = [];
  for (const one of present.length > 0 ? present : [fallback])
    docsets.push(await readDocset(tree, readConfig, one, moves));

  // With one address above them all, paths are those below it.
  const bases = new Set(docsets.map(({ base }) => base));
  const [shared = ''] = bases.size === 1 ? bases : [''];
  const prefixOf = ({ base }: Docset): string => (bases.size === 1 ? '' : base);
  const base = baseUrl ?? `${learn}${shared}`;
  return {
    base,
    pages: docsets.flatMap((docset) => {
      const placed = docset.pages.map((page) => ({
        ...page,
        path: joinPath(prefixOf(docset), page.path),
        ...(docset.base !== '' && { extra: { ...page.extra, docset: docset.base } }),
      }));
      return readGroups(placed, docset.groups, (path) => urlOf(path, '', base));
    }),
    redirects: moves.flatMap((move) => {
      const docset = docsets.find(({ moved }) => moved.has(move));
      if (docset === undefined) return [];
      const old = joinPath(prefixOf(docset), docset.moved.get(move)!);
      return [{ from: old, to: targetOf(move.to, old, shared) }];
    }),
    roots: [...docsets.map(({ root }) => root), repository],
  };
}

async function readDocset(
  tree: FileTree,
  readConfig: ReadConfig,
  file: string,
  moves: Move[],
): Promise<Docset> {
  const root = folderOf(file);
  const build = asObject(asObject((await readConfig(file))['default'])['build']);
  const place = readContent(root, build['content']);
  // Learn's addresses are in lower case.
  const pages = (await listPages(tree, place)).map((page) => ({ ...page, path: page.path.toLowerCase() }));
  const moved = new Map<Move, string>();
  for (const move of moves) {
    const placed = place(move.from);
    if (placed !== null) moved.set(move, placed.path.toLowerCase());
  }
  return {
    root,
    pages,
    groups: build['groups'],
    base: baseOfMoves(moved.keys(), pages) ?? baseOfBreadcrumbs(build),
    moved,
  };
}

/**
 * Only the server knows the address of a docset. Most redirects lead to a page of the same one, by its full address: what is
 * above the page's path there is the docset's.
 */
function baseOfMoves(moves: Iterable<Move>, pages: GroupedPage[]): string | null {
  const paths = new Set(pages.map(({ path }) => path));
  const votes = new Map<string, number>();
  for (const { to } of moves) {
    if (!to.startsWith('/')) continue;
    const segments = joinPath(to.split(/[?#]/)[0]!.toLowerCase()).split('/');
    for (let length = 1; length <= Math.min(maxBaseSegments, segments.length - 1); length += 1) {
      if (!paths.has(segments.slice(length).join('/'))) continue;
      const base = `/${segments.slice(0, length).join('/')}`;
      votes.set(base, (votes.get(base) ?? 0) + 1);
    }
  }
  const [most] = [...votes].toSorted(([, one], [, two]) => two - one);
  return most?.[0] ?? null;
}

/** Else the address of the breadcrumbs says it: `/dotnet/breadcrumb/toc.json`. */
function baseOfBreadcrumbs(build: Record<string, unknown>): string {
  const path = asText(asObject(build['globalMetadata'])['breadcrumb_path']) ?? '';
  return /^(\/.*?)\/_?bread(?:crumbs?)?\//.exec(path)?.[1] ?? '';
}

/** A target below the site's own address as a path, another one of Learn as an address. */
function targetOf(to: string, from: string, base: string): string {
  if (to.includes('://')) return to;
  if (!to.startsWith('/')) return joinPath(folderOf(from), to);
  if (base === '' || to === base) return to.slice(base.length + 1);
  return to.startsWith(`${base}/`) ? to.slice(base.length + 1) : learn + to;
}
