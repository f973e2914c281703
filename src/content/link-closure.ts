import { decodedPath } from '../lib/decoded-path.ts';
import { matchGlobs } from './frameworks/glob.ts';
import type { Redirect } from './frameworks/framework.ts';
import { belowRoot, folderOf, joinPath, pathOfBase } from './frameworks/paths.ts';
import type { LinkedPage, PageLink } from './page.ts';
import type { ParsedFile } from './parse-page.ts';
import type { Docs } from './read-docs.ts';
import { withoutEnd } from '../lib/without-end.ts';

/** A broken internal link. */
export type BrokenLink = {
  file: string;
  text: string;
  target: string;
  part: 'path' | 'anchor';
  /** `redirected`: a redirect leads on; `generated`: the site generates the target from other sources than pages. */
  why: 'stale' | 'redirected' | 'generated';
};

export type LinkClosure = {
  /** Internal links whose path was checked, and those that lead to a page. */
  paths: { checked: number; resolved: number };
  /** Links with an anchor to an existing page, and those whose anchor exists on it. */
  anchors: { checked: number; resolved: number };
  broken: BrokenLink[];
};

/** Link targets that are files and not pages. */
const asset =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|json|jsonc|ya?ml|toml|txt|css|[cm]?[jt]sx?|vue|xml|rss|mp4|webm|py|sh|ps1|ipynb|csv|wasm|lock)$/i;

/**
 * Checks every internal link of a completely parsed docs site. A docs set is its own test: when its authors' links do
 * not resolve, either our rules for URLs and anchors are wrong, or the link is.
 */
export function closeLinks(docs: Docs, parsed: ParsedFile[]): LinkClosure {
  const follow = createLinkCheck(docs, parsed);
  const closure = noLinks();
  for (const { pages } of parsed) for (const page of pages) follow(page, closure);
  return closure;
}

export function noLinks(): LinkClosure {
  return { paths: { checked: 0, resolved: 0 }, anchors: { checked: 0, resolved: 0 }, broken: [] };
}

/** Checks the links of one page at a time. @param files all link targets of the site */
export function createLinkCheck(
  docs: Docs,
  files: Pick<ParsedFile, 'file' | 'targets'>[],
): (page: LinkedPage, closure: LinkClosure) => void {
  const find = createFinder(docs, files);
  // Where no site is built, readers browse the repository: https://github.com/rsc/markdown/issues/19
  const anyCase = docs.framework === 'plain' || docs.framework === 'wiki';
  return (page, closure) => {
    for (const link of page.links) {
      const place = readTarget(link, docs.addresses.base);
      if (place === null) continue;
      const found = find(place.path, page, place.isBelow);
      if (found === 'file') continue;
      const broken = (part: BrokenLink['part'], why: BrokenLink['why']): void => {
        closure.broken.push({ file: page.file, text: link.text, target: link.target, part, why });
      };
      if (place.path !== '') {
        // Generated pages cannot be checked.
        if (found !== 'generated') closure.paths.checked += 1;
        if (typeof found === 'string') broken('path', found);
        else closure.paths.resolved += 1;
      }
      if (typeof found === 'string' || place.anchor === '') continue;
      closure.anchors.checked += 1;
      if (hasAnchor(found, place.anchor, anyCase)) closure.anchors.resolved += 1;
      else broken('anchor', 'stale');
    }
  };
}

/**
 * A member of a documented object (`pkg.Client.get` of `pkg.Client`) exists when the object does.
 * @param anyCase GitHub looks for an id as it is written, then in small letters.
 */
function hasAnchor(found: Anchors, written: string, anyCase: boolean): boolean {
  const anchors = (found.all ??= new Set([...found.lists.flat(), 'top']));
  // GitHub puts this before the ids that a page writes itself.
  const bare = decodedPath(written).replace(/^user-content-/, '');
  if (anchors.has(written) || anchors.has(bare)) return true;
  if (anyCase && anchors.has(bare.toLowerCase())) return true;
  const owner = /^([A-Za-z_]\w*(?:\.\w+)+)\.\w+$/.exec(written)?.[1];
  return owner !== undefined && anchors.has(owner);
}

/** The decoded path and the anchor as written, and whether it was an address below the site's. */
type Place = { path: string; anchor: string; isBelow: boolean };

/** An internal link's path and anchor; null for a link to elsewhere. */
function readTarget({ target }: PageLink, base: string): Place | null {
  const below = base !== '' && target.startsWith(base) ? target.slice(withoutEnd(base, '/').length) : '';
  // `https://example.org/docs-old` is not below `https://example.org/docs`.
  const inside = /^[/?#]/.test(below) || target === base ? below : target;
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(inside) || /[{}<>]/.test(inside)) return null;
  // ExDoc's references to code: [text](`Mix.Task`). https://hexdocs.pm/ex_doc/readme.html#auto-linking
  if (/^(?:`|%60)/.test(inside)) return null;
  // Addresses of people, without `mailto:`.
  if (/^[^/\s#?@]+@[^/\s#?@]+\.[a-z]{2,}$/i.test(inside)) return null;
  const [path = '', fragment = ''] = inside.split('#');
  // A text fragment is no anchor: https://wicg.github.io/scroll-to-text-fragment/
  const anchor = fragment.split(':~:')[0] ?? '';
  return { path: decodedPath(path.split('?')[0] ?? ''), anchor, isBelow: inside !== target };
}

/** The anchors of the page at a path, `file` for a target that is no page, or the reason why it is broken. */
type Finder = (path: string, from: LinkedPage, isBelow: boolean) => Anchors | 'file' | BrokenLink['why'];

/** The anchors at an address, of one or more pages; a set of them is made for the first link that has an anchor. */
type Anchors = { lists: string[][]; all?: Set<string> };

/** Endings that links omit from a source file's name. */
const sourceEndings = ['', '.md', '.mdx', '.rst', '/index.md', '/index.mdx', '/index.rst', '/README.md'];

/** A path's first folder that is named like a version, and what is above it. */
const versionFolder = /^(?:(.*?)\/)??(v?\d+\.(?:\d+|x)(?:\.(?:\d+|x))?)(?:\/|$)/;

/** A folder of what other tools make of sources, such as references of APIs and manual pages. */
const ofTools =
  /^(.*?(?:^|\/)(?:api|api-?docs?|javadocs?|doxygen|typedoc|jsdoc|dokka|rustdoc|man))\/(?:.*\.html?)?$/i;

const templateEndings = ['.in', '.tmpl', '.j2', '.jinja', '.erb'];

function createFinder(docs: Docs, linked: Pick<ParsedFile, 'file' | 'targets'>[]): Finder {
  const byPath = new Map<string, Anchors>();
  const byFile = new Map<string, Anchors>();
  for (const { file, targets } of linked) {
    for (const { path, anchors } of targets) {
      const all = { lists: [...(byPath.get(path)?.lists ?? []), anchors] };
      byPath.set(path, all);
      byFile.set(file, all);
    }
  }
  const files = new Set(docs.tree.files);
  const templated = templatedFiles(docs.tree.files);
  // Where no site is built, readers browse the repository.
  const folders = new Set(docs.framework === 'plain' ? docs.tree.files.flatMap(foldersAbove) : []);
  const isRedirected = matchGlobs(docs.redirects.map(({ from }) => redirectGlob(from)));
  const basePath = pathOfBase(docs.addresses.base);

  const leavesSite = createOutsideCheck(docs);
  const prefixOf = createFolderLookup(docs.fallbackPrefixes);
  const findPath = (path: string): Anchors | undefined => {
    const prefix = docs.fallbackPrefixes[prefixOf(path)];
    const translated = prefix === undefined ? path : path.slice(prefix.length + 1);
    return (
      byPath.get(path) ?? byPath.get(joinPath(docs.fallbackFolder, translated)) ?? byPath.get(translated)
    );
  };
  function* pagesAt(sources: string[], places: string[]): Generator<Anchors | undefined, undefined> {
    for (const source of sources) yield byFile.get(source);
    for (const place of places) yield byPath.get(place.replace(/\.html$/, '')) ?? findPath(normal(place));
    const bare = sources.map(normal);
    for (const ending of sourceEndings) for (const source of bare) yield byFile.get(source + ending);
  }
  const redirectTarget = createRedirects(docs.redirects);
  const versions = versionFolders(byPath.keys());
  /** Below a version that is not here, beside one that is: other branches hold older versions. */
  const isElsewhere = (path: string): boolean => {
    const [, above = '', version] = versionFolder.exec(path) ?? [];
    const here = version === undefined ? undefined : versions.get(above);
    return here !== undefined && !here.has(version!);
  };
  const folderPaths = new Set([...byPath.keys()].flatMap(foldersAbove));
  /** Below a folder that has no pages: `../api/classes/Client.html`. */
  const isOfTool = (place: string): boolean => {
    const folder = ofTools.exec(place)?.[1];
    return folder !== undefined && !folderPaths.has(folder);
  };
  const firstSteps = new Set([...byPath.keys()].map((path) => path.split('/')[0]!));
  /** A path beside that of the docs, `/pricing` beside `/docs`, that is like no path of the site. */
  const isOfHost = (path: string): boolean => {
    const [first = ''] = joinPath(path).split('/');
    const isBelowBase = `${joinPath(path)}/`.startsWith(`${basePath}/`);
    return basePath !== '' && path.startsWith('/') && !isBelowBase && !firstSteps.has(first);
  };
  const generatedAt = createFolderLookup(docs.generated);
  const isGenerated = (path: string): boolean => generatedAt(path) >= 0;

  return (path, from, isBelow) => {
    if (path === '') return byPath.get(from.path) ?? 'stale';
    const sources = sourcesOf(path, from.file, docs.sourceRoots);
    const places = placesOf(path, from.path, basePath);
    const localized = from.language !== null && path.startsWith('/') ? [joinPath(from.language, path)] : [];
    const pages = pagesAt(sources, [...localized, ...places]).filter((page) => page !== undefined);
    // On a multilingual site, a link without a language leads to the reader's language.
    if (localized.length > 0) {
      const lists = pages.flatMap((page) => page.lists).toArray();
      if (lists.length > 0) return { lists };
    } else {
      const { value } = pages.next();
      if (value !== undefined) return value;
    }
    if (asset.test(path) || sources.some((source) => files.has(source) || isUnread(source))) return 'file';
    if (sources.some((source) => folders.has(source))) return 'file';
    if (sources.some((source) => sourceEndings.some((ending) => templated.has(source + ending))))
      return 'generated';
    const bare = [...places, ...sources].map(normal);
    for (const one of bare) {
      const target = redirectTarget(one);
      if (target === null || target.includes('://')) continue;
      const led = placesOf(`/${joinPath(target)}`, from.path, basePath).map((place) =>
        findPath(normal(place)),
      );
      const there = led.find((page) => page !== undefined);
      if (there !== undefined) return there;
    }
    if (bare.some(isRedirected)) return 'redirected';
    if (leavesSite(path, from) || (!isBelow && isOfHost(path))) return 'file';
    // What a site generates is at an address, which no root folder for files leads to.
    const addressed = path.startsWith('/') ? places.map(normal) : bare;
    const isMade = addressed.some(isGenerated) || bare.some(isElsewhere);
    const last = path.endsWith('/') ? '/' : '';
    return isMade || places.every((place) => isOfTool(place + last)) ? 'generated' : 'stale';
  };
}

/**
 * Whether a relative link climbs above the site's root, to a neighbour on its host that is not among these docs. At the root
 * of a host there is nothing above. https://url.spec.whatwg.org/#shorten-a-urls-path
 */
function createOutsideCheck({ addresses, files }: Docs): (path: string, from: LinkedPage) => boolean {
  const { base, ending } = addresses;
  const isAtRoot = base !== '' && pathOfBase(base) === '';
  if (ending === '' || isAtRoot) return () => false;
  const indexes = new Set(files.filter(({ page }) => page.isIndex).map(({ file }) => file));
  return (path, from) => {
    const [climbs = ''] = /^(?:\.\.\/)+/.exec(path) ?? [];
    if (climbs === '' || /\.(?:mdx?|markdown|rst|adoc)$/.test(path)) return false;
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

/** Whether a source file is in a folder such as `.github`, which is not listed. */
function isUnread(source: string): boolean {
  return /(?:^|\/)\.[a-z]/.test(source);
}

/** The files that the build makes from templates (`page.md` from `page.md.in`). */
function templatedFiles(files: readonly string[]): Set<string> {
  const made = files.flatMap((file) => {
    const ending = templateEndings.find((one) => file.endsWith(one));
    return ending === undefined ? [] : [file.slice(0, -ending.length)];
  });
  return new Set(made);
}

/** Candidate source files of a link: relative to this file, or below a root. `./` and `../` never use a root. */
function sourcesOf(path: string, fromFile: string, roots: string[]): string[] {
  const rooted = /^(?:@site)?\/(.*)$/.exec(path)?.[1];
  if (rooted !== undefined) return roots.map((root) => belowRoot(root, rooted));
  const beside = joinPath(folderOf(fromFile), path);
  return path.startsWith('.') ? [beside] : [beside, ...roots.map((root) => belowRoot(root, path))];
}

function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/** Candidate paths of a link: with or without the site's base path, relative to the page or to its folder. */
function placesOf(path: string, fromPath: string, basePath: string): string[] {
  if (!path.startsWith('/')) return [joinPath(folderOf(fromPath), path), joinPath(fromPath, path)];
  const bare = joinPath(path);
  return basePath !== '' && `${bare}/`.startsWith(`${basePath}/`)
    ? [bare.slice(basePath.length + 1), bare]
    : [bare];
}

/** Characters. Folders of longer paths are not looked up. */
const maxPathLength = 2_000;

/** The first of some folders that a path is or lies in, as its place among them; -1 when it lies in none. */
function createFolderLookup(folders: readonly string[]): (path: string) => number {
  const places = new Map(folders.map((folder, at) => [folder, at] as const).toReversed());
  if (places.size === 0) return () => -1;
  return (path) => {
    const above = path.length > maxPathLength ? [] : foldersAbove(path);
    const found = [path, ...above].flatMap((one) => places.get(one) ?? []);
    return found.length === 0 ? -1 : Math.min(...found);
  };
}

/** The redirect target of a path, without its anchor; `:slug*` takes the rest of the path. */
function createRedirects(redirects: Redirect[]): (path: string) => string | null {
  const rules = redirects.map(({ from, to }, at) => {
    const [, prefix = from, wildcard] = /^(.*?)\/?(:\w+\*|\*)$/.exec(from) ?? [];
    const base = normal(prefix);
    const below = base === '' ? '' : `${base}/`;
    return { at, base, below: wildcard === undefined ? null : below, to: to.split(/[#?]/)[0] ?? '' };
  });
  const exact = new Map(rules.toReversed().map((rule) => [rule.base, rule]));
  const wide = rules.filter(({ below }) => below !== null);
  const wideAt = createFolderLookup(wide.map(({ base }) => base));
  const everything = wide.find(({ below }) => below === '');
  return (path) => {
    const found = [exact.get(path), wide[wideAt(path)], everything].filter((one) => one !== undefined);
    if (found.length === 0) return null;
    const rule = found.reduce((first, one) => (one.at < first.at ? one : first));
    const rest = path.slice(rule.base.length).replace(/^\//, '');
    return rule.to.replace(/:\w+\*?|\*$/, () => rest);
  };
}

/** `/old/:slug*` and `/old/*` match everything below. */
function redirectGlob(from: string): string {
  return normal(from.replaceAll(/:\w+\*|\*$/g, '**').replaceAll(/:\w+/g, '*'));
}

/** Normalizes the many spellings of one path. */
function normal(path: string): string {
  return joinPath(path)
    .replace(/\.(?:html|mdx?|rst|adoc)$/, '')
    .replace(/(?:^|\/)index$/, '');
}
