import { decodedPath } from '../../lib/decoded-path.ts';
import { impliedEndings, isDocsFile } from './endings.ts';
import { createFolderLookup, foldersAbove } from './folders.ts';
import {
  belowRoot,
  folderOf,
  isIndexFile,
  joinPath,
  normalPath,
  pathOfBase,
  withoutPlaceholders,
} from './paths.ts';
import { createRedirects, matchRedirects } from './redirects.ts';
import type { LinkPlace, SiteFacts, SitePage } from './site-facts.ts';
import { createUnseen } from './unseen.ts';
import { withoutEnd } from '../../lib/without-end.ts';

/** Why a link is broken. What a redirect sends elsewhere, or a build makes, is not known to be. */
type BrokenWhy = 'no-page' | 'no-heading' | 'no-asset' | 'unpublished' | 'redirected' | 'generated';

/** Where a link leads. On a site of several languages, a link without one leads to the page in each. */
export type Answer =
  | { kind: 'page' | 'heading'; pages: readonly SitePage[]; anchor: string }
  | { kind: 'asset'; file: string | null }
  | { kind: 'outside' }
  | { kind: 'broken'; why: BrokenWhy; pages: readonly SitePage[]; anchor: string };

export type Site = SiteFacts & {
  /** The page or file that a link leads to, its heading taken as it is written. */
  locate: (from: LinkPlace, link: string) => Answer;
  resolve: (from: LinkPlace, link: string) => Answer;
};

/** Files of which a build makes none, so that a link to one that is not there is broken. */
const picture = /\.(?:png|jpe?g|gif|svg|webp|avif)$/i;

/** Link targets that are files and not pages. */
const asset =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|json|jsonc|ya?ml|toml|txt|css|[cm]?[jt]sx?|vue|xml|rss|mp4|webm|py|sh|ps1|ipynb|csv|wasm|lock)$/i;

const indexNames = ['index', '_index', 'README'];

const templateEndings = ['.in', '.tmpl', '.j2', '.jinja', '.erb'];

/** The one place where links are resolved: for the check of docs, for the docs agent and for its checks. */
export function createSite(facts: SiteFacts): Site {
  const locate = createLocate(facts);
  // Where no site is built, readers browse the repository: https://github.com/rsc/markdown/issues/19
  const anyCase = facts.framework === 'plain' || facts.framework === 'wiki';
  const known = new WeakMap<readonly SitePage[], ReadonlySet<string>>();
  const headingsOf = (pages: readonly SitePage[]): ReadonlySet<string> => {
    const headings = known.get(pages) ?? new Set([...pages.flatMap(({ anchors }) => anchors ?? []), 'top']);
    known.set(pages, headings);
    return headings;
  };
  return {
    ...facts,
    locate,
    resolve(from, link) {
      const place = locate(from, link);
      if (place.kind !== 'heading' || place.pages.some(({ anchors }) => anchors === null)) return place;
      const { pages, anchor } = place;
      return hasHeading(headingsOf(pages), anchor, anyCase) ? place : broken('no-heading', pages, anchor);
    },
  };
}

/**
 * A member of a documented object (`pkg.Client.get` of `pkg.Client`) exists when the object does.
 * @param anyCase GitHub looks for an id as it is written, then in small letters.
 */
function hasHeading(headings: ReadonlySet<string>, written: string, anyCase: boolean): boolean {
  // GitHub puts this before the ids that a page writes itself.
  const bare = decodedPath(written).replace(/^user-content-/, '');
  if (headings.has(written) || headings.has(bare)) return true;
  if (anyCase && headings.has(bare.toLowerCase())) return true;
  const owner = /^([A-Za-z_]\w*(?:\.\w+)+)\.\w+$/.exec(written)?.[1];
  return owner !== undefined && headings.has(owner);
}

function broken(why: BrokenWhy, pages: readonly SitePage[] = [], anchor = ''): Answer {
  return { kind: 'broken', why, pages, anchor };
}

function createLocate(facts: SiteFacts): Site['locate'] {
  const { addresses, redirects, framework } = facts;
  const published = facts.pages.filter(({ isPublished }) => isPublished);
  const pages = createPageFinder(facts, published);
  const unpublished = createPageFinder(
    facts,
    facts.pages.filter(({ isPublished }) => !isPublished),
  );
  const findAsset = createAssetFinder(facts);
  const unseen = createUnseen(facts, published);
  const templated = templatedFiles(facts.files);
  // Where no site is built, readers browse the repository.
  const folders = new Set(framework === 'plain' ? facts.files.flatMap(foldersAbove) : []);
  const isRedirected = matchRedirects(redirects);
  const redirectTarget = createRedirects(redirects);
  const basePath = pathOfBase(addresses.base);

  function find({ path, isBelow }: Target, from: LinkPlace): readonly SitePage[] | Answer {
    if (path === '') return pages.ofPath(from.path) ?? { kind: 'asset', file: from.file };
    const sources = sourcesOf(path, from.file, facts);
    const places = placesOf(path, from, basePath);
    const localized = from.language !== null && path.startsWith('/') ? [joinPath(from.language, path)] : [];
    const found = pages.at(sources, [...localized, ...places]);
    // On a multilingual site, a link without a language leads to the reader's language.
    if (localized.length > 0) {
      const all = found.toArray().flat();
      if (all.length > 0) return all;
    } else {
      const { value } = found.next();
      if (value !== undefined) return value;
    }
    if (unpublished.at(sources, places).next().done !== true) return broken('unpublished');
    const file = findAsset(path, sources, from, basePath);
    if (file !== undefined) return { kind: 'asset', file };
    if (sources.some((source) => folders.has(source))) return { kind: 'asset', file: null };
    if (sources.some(isUnread)) return { kind: 'outside' };
    if (sources.some((source) => impliedEndings.some((ending) => templated.has(source + ending))))
      return broken('generated');
    const bare = [...places, ...sources].map(normalPath);
    const leaves = unseen.isOutside(path, from, isBelow);
    // What a site generates is at an address, which no root folder for files leads to.
    const addressed = path.startsWith('/') ? places.map(normalPath) : bare;
    const isGenerated = () => unseen.isGenerated({ path, places, addressed, bare });
    if (asset.test(path)) {
      const mayBe = leaves || !picture.test(path) || bare.some(isRedirected) || isGenerated();
      return mayBe ? { kind: 'outside' } : broken('no-asset');
    }
    for (const one of bare) {
      const target = redirectTarget(one);
      if (target === null || target.includes('://')) continue;
      const led = placesOf(`/${joinPath(target)}`, from, basePath).map((place) =>
        pages.near(normalPath(place)),
      );
      const there = led.find((page) => page !== undefined);
      if (there !== undefined) return there;
    }
    if (bare.some(isRedirected)) return broken('redirected');
    if (leaves) return { kind: 'outside' };
    return broken(isGenerated() ? 'generated' : 'no-page');
  }

  return (from, link) => {
    const target = readTarget(link, addresses.base);
    if (target === null) return { kind: 'outside' };
    const found = find(target, from);
    if ('kind' in found) return found;
    const { anchor } = target;
    return { kind: anchor === '' ? 'page' : 'heading', pages: found, anchor };
  };
}

/** Finds pages by their files and paths; several may have one path. */
function createPageFinder(
  { fallbackPrefixes, fallbackFolder }: SiteFacts,
  pages: readonly SitePage[],
): {
  ofPath: (path: string) => readonly SitePage[] | undefined;
  near: (path: string) => readonly SitePage[] | undefined;
  at: (sources: string[], places: string[]) => Generator<readonly SitePage[], undefined>;
} {
  const byPath = new Map<string, SitePage[]>();
  const byFile = new Map<string, SitePage[]>();
  for (const page of pages) {
    for (const path of [page.path, ...page.otherPaths]) {
      const same = byPath.get(path) ?? [];
      same.push(page);
      byPath.set(path, same);
      byFile.set(page.file, same);
    }
  }
  const prefixOf = createFolderLookup(fallbackPrefixes);
  const near = (path: string): readonly SitePage[] | undefined => {
    const prefix = fallbackPrefixes[prefixOf(path)];
    const translated = prefix === undefined ? path : path.slice(prefix.length + 1);
    return byPath.get(path) ?? byPath.get(joinPath(fallbackFolder, translated)) ?? byPath.get(translated);
  };
  function* candidates(
    sources: string[],
    places: string[],
  ): Generator<readonly SitePage[] | undefined, undefined> {
    for (const source of sources) yield byFile.get(source);
    for (const place of places) yield byPath.get(place.replace(/\.html$/, '')) ?? near(normalPath(place));
    const bare = sources.map(normalPath);
    for (const ending of impliedEndings) for (const source of bare) yield byFile.get(source + ending);
  }
  function* at(sources: string[], places: string[]): Generator<readonly SitePage[], undefined> {
    for (const found of candidates(sources, places)) if (found !== undefined) yield found;
  }
  return { ofPath: (path) => byPath.get(path), near, at };
}

/** Finds files that are no pages: by their path, by the page's address, or from a folder that is served at the root. */
function createAssetFinder({
  files,
  sourceRoots,
  topFolders,
}: SiteFacts): (path: string, sources: string[], from: LinkPlace, basePath: string) => string | undefined {
  const all = new Set(files);
  let byName: Map<string, string[]> | undefined;
  const served = (path: string): string | undefined => {
    byName ??= Map.groupBy(
      files.filter((file) => !isDocsFile(file)),
      (file) => file.slice(file.lastIndexOf('/') + 1),
    );
    const ofName = byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
    return ofName.find((file) => `/${file}`.endsWith(`/${path}`));
  };
  return (path, sources, from, basePath) => {
    const places = placesOf(path, from, basePath);
    const copied = [...sourceRoots, ...topFolders].flatMap((root) =>
      places.map((one) => belowRoot(root, one)),
    );
    const written = [...sources, ...copied].find((one) => all.has(one));
    if (written !== undefined || !path.startsWith('/') || path.endsWith('/')) return written;
    return places.map(served).find((one) => one !== undefined);
  };
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

/**
 * Candidate source files of a link: relative to this file, or below a root. Docusaurus alone looks for `guide/a.md` below its
 * roots, too. https://docusaurus.io/docs/markdown-features/links
 */
function sourcesOf(path: string, fromFile: string, facts: SiteFacts): string[] {
  const { framework, sourceRoots, topFolders } = facts;
  const rooted = /^(?:@site)?\/(.*)$/.exec(path)?.[1];
  if (rooted !== undefined) return [...sourceRoots, ...topFolders].map((root) => belowRoot(root, rooted));
  const beside = joinPath(folderOf(fromFile), path);
  const isFree = framework === 'docusaurus' && !path.startsWith('.');
  return isFree ? [beside, ...sourceRoots.map((root) => belowRoot(root, path))] : [beside];
}

/** Candidate paths of a link: with or without the site's base path, relative to the page or to its folder. */
function placesOf(path: string, from: LinkPlace, basePath: string): string[] {
  if (!path.startsWith('/')) {
    // A file is beside the page's own; a browser takes an address that ends with a slash as a folder.
    if (isDocsFile(path))
      return [joinPath(isIndexFile(from.file, indexNames) ? from.path : folderOf(from.path), path)];
    return [joinPath(folderOf(from.path), path), joinPath(from.path, path)];
  }
  const bare = joinPath(path);
  return basePath !== '' && `${bare}/`.startsWith(`${basePath}/`)
    ? [bare.slice(basePath.length + 1), bare]
    : [bare];
}

/** The decoded path and the anchor as written, and whether it was an address below the site's. */
type Target = { path: string; anchor: string; isBelow: boolean };

/** An internal link's path and anchor; null for a link to elsewhere. */
function readTarget(link: string, base: string): Target | null {
  const below = base !== '' && link.startsWith(base) ? link.slice(withoutEnd(base, '/').length) : '';
  // `https://example.org/docs-old` is not below `https://example.org/docs`.
  const written = /^[/?#]/.test(below) || link === base ? below : link;
  const inside = withoutPlaceholders(written);
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(inside) || /[{}<>]/.test(inside)) return null;
  // ExDoc's references to code: [text](`Mix.Task`). https://hexdocs.pm/ex_doc/readme.html#auto-linking
  if (/^(?:`|%60)/.test(inside)) return null;
  // What stands for a folder or a text is known to the site's bundler alone; `@site` is Docusaurus's root.
  if (/^(?:@(?!site\/)|\$)/.test(inside)) return null;
  // Addresses of people, without `mailto:`.
  if (/^[^/\s#?@]+@[^/\s#?@]+\.[a-z]{2,}$/i.test(inside)) return null;
  const [path = '', fragment = ''] = inside.split('#');
  // A text fragment is no anchor: https://wicg.github.io/scroll-to-text-fragment/
  const anchor = fragment.split(':~:')[0] ?? '';
  return { path: decodedPath(path.split('?')[0] ?? ''), anchor, isBelow: written !== link };
}
