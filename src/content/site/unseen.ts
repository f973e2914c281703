import { createFolderLookup, foldersAbove } from './folders.ts';
import { folderOf, joinPath, pathOfBase } from './paths.ts';
import { isDocsFile } from './endings.ts';
import type { LinkPlace, SiteFacts, SitePage } from './site-facts.ts';

/** A path's first folder that is named like a version, and what is above it. */
const versionFolder = /^(?:(.*?)\/)??(v?\d+\.(?:\d+|x)(?:\.(?:\d+|x))?)(?:\/|$)/;

/** A folder of what other tools make of sources, such as references of APIs and manual pages. */
const ofTools =
  /^(.*?(?:^|\/)(?:api|api-?docs?|javadocs?|doxygen|typedoc|jsdoc|dokka|rustdoc|man))\/(?:.*\.html?)?$/i;

/** A link with the places that it may mean. */
type Wanted = { path: string; places: string[]; addressed: string[]; bare: string[] };

/** What a site may have at a path that its sources do not show: pages that a build makes, and pages of other sites. */
export function createUnseen(
  { addresses, generated }: SiteFacts,
  pages: readonly SitePage[],
): {
  isGenerated: (wanted: Wanted) => boolean;
  isOutside: (path: string, from: LinkPlace, isBelow: boolean) => boolean;
} {
  const paths = new Set(pages.flatMap((page) => [page.path, ...page.otherPaths]));
  const versions = versionFolders(paths);
  /** Below a version that is not here, beside one that is: other branches hold older versions. */
  const isElsewhere = (path: string): boolean => {
    const [, above = '', version] = versionFolder.exec(path) ?? [];
    const here = version === undefined ? undefined : versions.get(above);
    return here !== undefined && !here.has(version!);
  };
  const folderPaths = new Set([...paths].flatMap(foldersAbove));
  /** Below a folder that has no pages: `../api/classes/Client.html`. */
  const isOfTool = (place: string): boolean => {
    const folder = ofTools.exec(place)?.[1];
    return folder !== undefined && !folderPaths.has(folder);
  };
  const basePath = pathOfBase(addresses.base);
  const firstSteps = new Set([...paths].map((path) => path.split('/')[0]!));
  /** A path beside that of the docs, `/pricing` beside `/docs`, that is like no path of the site. */
  const isOfHost = (path: string): boolean => {
    const [first = ''] = joinPath(path).split('/');
    const isBelowBase = `${joinPath(path)}/`.startsWith(`${basePath}/`);
    return basePath !== '' && path.startsWith('/') && !isBelowBase && !firstSteps.has(first);
  };
  const leavesSite = createOutsideCheck(addresses, pages);
  const generatedAt = createFolderLookup(generated);
  return {
    isOutside: (path, from, isBelow) => leavesSite(path, from) || (!isBelow && isOfHost(path)),
    isGenerated({ path, places, addressed, bare }) {
      const last = path.endsWith('/') ? '/' : '';
      return (
        addressed.some((one) => generatedAt(one) >= 0) ||
        bare.some(isElsewhere) ||
        places.every((place) => isOfTool(place + last))
      );
    },
  };
}

/**
 * Whether a relative link climbs above the site's root, to a neighbour on its host that is not among these docs. At the root
 * of a host there is nothing above. https://url.spec.whatwg.org/#shorten-a-urls-path
 */
function createOutsideCheck(
  { base, ending }: SiteFacts['addresses'],
  pages: readonly SitePage[],
): (path: string, from: LinkPlace) => boolean {
  const isAtRoot = base !== '' && pathOfBase(base) === '';
  if (ending === '' || isAtRoot) return () => false;
  const indexes = new Set(pages.filter(({ isIndex }) => isIndex).map(({ file }) => file));
  return (path, from) => {
    const [climbs = ''] = /^(?:\.\.\/)+/.exec(path) ?? [];
    if (climbs === '' || isDocsFile(path)) return false;
    const folder = ending === '/' || indexes.has(from.file) ? from.path : folderOf(from.path);
    return climbs.length / 3 > (folder === '' ? 0 : folder.split('/').length);
  };
}

/** The versions that the site has below each path (`docs`), by the folders that are named like versions. */
function versionFolders(paths: Iterable<string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of paths) {
    const [, above = '', version] = versionFolder.exec(path) ?? [];
    if (version === undefined) continue;
    found.set(above, (found.get(above) ?? new Set()).add(version));
  }
  return found;
}
