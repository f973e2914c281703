import { decodedPath } from '../../lib/decoded-path.ts';
import { posix } from 'node:path';
import type { Redirect } from '../../content/site/addresses.ts';
import { matchGlobs } from '../../content/site/glob.ts';
import type { PageFacts } from './page-facts.ts';
import { isDocsFile, withoutEnding } from '../../content/site/endings.ts';

/** The docs as a reader's browser sees them: which link destinations exist. Pages are read lazily. */
export type Site = {
  /** The docs framework, such as `docusaurus`. */
  framework: string;
  /** Every page, in order. */
  pages: readonly string[];
  has(file: string): boolean;
  /** The text of a page as it is in the repository. */
  text(file: string): string;
  /** A page's path on the site, without slashes at its ends. */
  address(file: string): string;
  /** The page's path as in its URL, with slashes and ending, from the root of the site. */
  url(file: string): string;
  facts(file: string): Promise<PageFacts>;
  /** The fragments that a page has; null when they are not known. */
  anchors(file: string): Promise<readonly string[] | null>;
  /** The file that a link leads to, its fragment left aside. */
  locate(fromFile: string, url: string): { kind: 'external' | 'no-page' } | { kind: 'found'; file: string };
  resolve(fromFile: string, url: string): Promise<LinkTarget>;
  /** Whether a page of a Sphinx project has the label; always true for other frameworks. */
  hasLabel(label: string): boolean;
  /** Old paths and where they lead, by configuration and by pages. */
  redirects: readonly Redirect[];
  /** Paths that lead elsewhere, as globs, and paths below which the build generates pages. */
  elsewhere: readonly string[];
  docsRoot: string;
  /** The base path of the site, without slashes at its ends. */
  basePath: string;
  /** Folders that the framework takes pages from. */
  sourceRoots: readonly string[];
};

type LinkTarget =
  /** Another site, or a destination that only the running site knows. */
  | { kind: 'external' }
  | { kind: 'found'; file: string; anchor: string | null }
  | { kind: 'no-page' }
  | { kind: 'no-anchor'; file: string; anchor: string };

type SiteOptions = Pick<
  Site,
  | 'framework'
  | 'text'
  | 'facts'
  | 'anchors'
  | 'hasLabel'
  | 'redirects'
  | 'elsewhere'
  | 'docsRoot'
  | 'basePath'
  | 'sourceRoots'
> & {
  /** Every file of the repository, because images may lie outside of the docs root. */
  files: ReadonlySet<string>;
  /** Each page's path on the site, by the framework's rules. */
  addresses: ReadonlyMap<string, string>;
  /** What follows a page's path in its URL. */
  ending(file: string): string;
};

/** A link may name a file with or without its ending, or by its folder. */
const endings =
  ' .md .mdx .rst .adoc /index.md /index.mdx /index.rst /index.adoc /README.md /readme.md /page.mdx'.split(
    ' ',
  );

/**
 * Resolves links leniently: a destination exists when any framework would find it. The remaining links are broken in
 * all of them.
 */
export function buildSite(options: SiteOptions): Site {
  const { docsRoot, files, addresses, basePath, anchors } = options;
  const leadsElsewhere = matchGlobs(options.elsewhere.flatMap((path) => [path, `${path}/**`]));
  const byAddress = addressBook(options);
  const assets = [...files].filter((file) => !isDocsFile(file));
  const byLastName = Map.groupBy(assets, (file) => posix.basename(file));

  function withoutBase(address: string): string {
    const inside = basePath !== '' && address.startsWith(`${basePath}/`);
    return inside ? address.slice(basePath.length + 1) : address.slice(address.indexOf('/') + 1);
  }

  function findFile(fromFile: string, path: string): string | null {
    for (const base of basesOf(fromFile, path, [docsRoot, '', ...options.sourceRoots])) {
      const found = endings
        .map((ending) => `${base}${ending}`.replace(/^\//, ''))
        .find((file) => files.has(file));
      if (found !== undefined) return found;
    }
    const from = addresses.get(fromFile) ?? addressOf(fromFile, docsRoot);
    const address = trimSlashes(path.startsWith('/') ? path : posix.join('/', from, path));
    const page = byAddress.get(address.toLowerCase());
    if (page !== undefined || !path.startsWith('/')) return page ?? null;
    // Files of `public/`, `static/` and the like are served from the root; a page's address may begin with a base path.
    const asset = byLastName.get(posix.basename(path))?.find((file) => `/${file}`.endsWith(path));
    return asset ?? byAddress.get(withoutBase(address).toLowerCase()) ?? null;
  }

  const locate: Site['locate'] = (fromFile, url) => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\/|[{}$<>]|^@/i.test(url) || url === '') return { kind: 'external' };
    const { path } = splitUrl(url);
    const file = path === '' ? fromFile : findFile(fromFile, decodedPath(path));
    if (file !== null) return { kind: 'found', file };
    return { kind: leadsElsewhere(trimSlashes(path)) ? 'external' : 'no-page' };
  };

  return {
    framework: options.framework,
    docsRoot,
    basePath,
    sourceRoots: options.sourceRoots,
    pages: [...files].filter((file) => isWithin(file, docsRoot) && (addresses.has(file) || isDocsFile(file))),
    has: (file) => files.has(file),
    elsewhere: options.elsewhere,
    redirects: options.redirects,
    hasLabel: options.hasLabel,
    text: options.text,
    address: (file) => trimSlashes(addresses.get(file) ?? addressOf(file, docsRoot)),
    url(file) {
      const address = trimSlashes(addresses.get(file) ?? addressOf(file, docsRoot));
      return address === '' ? '/' : `/${address}${options.ending(file)}`;
    },
    facts: options.facts,
    anchors,
    locate,
    async resolve(fromFile, url) {
      const target = locate(fromFile, url);
      if (target.kind !== 'found') return target;
      const { file } = target;
      const { fragment } = splitUrl(url);
      const anchor = fragment === '' ? null : decodedPath(fragment);
      if (anchor === null || anchor === 'top' || anchor.startsWith(':~:') || !isDocsFile(file))
        return { ...target, anchor };
      const known = await anchors(file);
      if (known === null || known.includes(anchor) || known.includes(fragment)) return { ...target, anchor };
      return { kind: 'no-anchor', file, anchor };
    },
  };
}

/** Every address that a page may have, in lower case, without slashes at the ends. */
function addressBook({ addresses, files, docsRoot }: SiteOptions): Map<string, string> {
  const book = new Map<string, string>();
  const add = (address: string, file: string) => {
    const key = trimSlashes(address).toLowerCase();
    if (!book.has(key)) book.set(key, file);
  };
  for (const [file, address] of addresses) add(address, file);
  for (const file of files)
    if (isDocsFile(file) && isWithin(file, docsRoot)) add(addressOf(file, docsRoot), file);
  return book;
}

/** The address by the most common rule: the path within the docs, without ending and index. */
export function addressOf(file: string, docsRoot: string): string {
  const within = docsRoot === '' ? file : file.slice(docsRoot.length + 1);
  return withoutEnding(within)
    .replace(/(^|\/)(?:index|readme)$/i, '')
    .replace(/\/$/, '');
}

/** Path and fragment of a link, without its query. */
function splitUrl(url: string): { path: string; fragment: string } {
  const [, path = '', , fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
  return { path, fragment };
}

/** Where a destination may be: beside the file, below it (addresses with a slash), from a root. */
function basesOf(fromFile: string, path: string, roots: readonly string[]): string[] {
  const clean = path.replace(/\.html?$/i, '').replace(/(?<=.)\/$/, '');
  const starts = path.startsWith('/') ? roots : [posix.dirname(fromFile), withoutEnding(fromFile)];
  const bases = starts.flatMap((start) => [posix.join(start, path), posix.join(start, clean)]);
  return bases.map((base) => trimSlashes(base).replace(/^\.$/, '')).filter((base) => !base.startsWith('..'));
}

const isWithin = (file: string, folder: string) => folder === '' || file.startsWith(`${folder}/`);

const trimSlashes = (path: string) =>
  path
    .replace(/^\/+/, '')
    .replace(/\/$/, '')
    .replace(/\.html$/, '');
