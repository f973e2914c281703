import { posix } from 'node:path';
import type { AnchorMaker } from '../../content/markdown/anchors.ts';
import type { PageFacts } from './scan-page.ts';

/** The docs as a reader's browser sees them: which destinations exist. */
export type Site = {
  pages: ReadonlyMap<string, PageFacts>;
  resolve(fromFile: string, url: string): LinkTarget;
  /** The fragments that a link may have into a page. */
  anchors(file: string): ReadonlySet<string>;
};

export type LinkTarget =
  /** Another site, or a destination that only the running site knows. */
  | { kind: 'external' }
  | { kind: 'found'; file: string; anchor: string | null }
  | { kind: 'no-page' }
  | { kind: 'no-anchor'; file: string; anchor: string };

export type SiteOptions = {
  docsRoot: string;
  /** Every file of the repository, so that images outside of the docs root count too. */
  files: ReadonlySet<string>;
  pages: ReadonlyMap<string, PageFacts>;
  rules: SiteRules;
};

/** What the docs framework says of addresses and anchors. */
export type SiteRules = { paths: ReadonlyMap<string, string>; createAnchors: () => AnchorMaker };

/** The file may be named in a link with or without its ending, or by its folder. */
const endings = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '/readme.md', '/page.mdx'];

/**
 * Resolves links leniently: a destination counts as found when any framework would find it there. What remains is
 * broken in all of them.
 */
export function buildSite(options: SiteOptions): Site {
  const { docsRoot, files, pages, rules } = options;
  const anchorsOf = new Map<string, Set<string>>();
  const byAddress = addressBook(options);
  const byLastName = Map.groupBy(
    [...files].filter((file) => !pages.has(file)),
    (file) => posix.basename(file),
  );

  function findFile(fromFile: string, path: string): string | null {
    for (const base of basesOf(fromFile, path, docsRoot)) {
      const found = endings.map((ending) => `${base}${ending}`).find((file) => files.has(file));
      if (found !== undefined) return found;
    }
    const address = trimSlashes(
      path.startsWith('/') ? path : posix.join('/', addressOf(fromFile, docsRoot), path),
    );
    const page = byAddress.get(address.toLowerCase());
    if (page !== undefined) return page;
    if (!path.startsWith('/')) return null;
    // Files of `public/`, `static/` and the like are served from the root; a base path may stand before a page's address.
    const asset = byLastName.get(posix.basename(path))?.find((file) => `/${file}`.endsWith(path));
    return asset ?? byAddress.get(withoutFirst(address).toLowerCase()) ?? null;
  }

  function anchors(file: string): Set<string> {
    const known = anchorsOf.get(file);
    if (known !== undefined) return known;
    const anchorOf = rules.createAnchors();
    const { headings, ids } = pages.get(file)!;
    const found = new Set([...ids, ...headings.map(({ text, id }) => id ?? anchorOf(text))]);
    anchorsOf.set(file, found);
    return found;
  }

  return {
    pages,
    anchors,
    resolve(fromFile, url) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\/|[{}$<>]|^@/i.test(url) || url === '') return { kind: 'external' };
      const [, rawPath = '', , rawAnchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
      const file = rawPath === '' ? fromFile : findFile(fromFile, decode(rawPath));
      if (file === null) return { kind: 'no-page' };
      const anchor = rawAnchor ? decode(rawAnchor) : null;
      const checked = anchor !== null && !anchor.startsWith(':~:') && pages.has(file);
      if (checked && !anchors(file).has(anchor)) return { kind: 'no-anchor', file, anchor };
      return { kind: 'found', file, anchor };
    },
  };
}

/** Every address that a page may have, in lower case, without slashes at the ends. */
function addressBook({ pages, docsRoot, rules }: SiteOptions): Map<string, string> {
  const book = new Map<string, string>();
  for (const [file, { slug }] of pages) {
    const address = addressOf(file, docsRoot);
    const own = slug === null ? [] : [slug.startsWith('/') ? slug : posix.join(posix.dirname(address), slug)];
    for (const each of [rules.paths.get(file) ?? address, address, ...own]) {
      const key = trimSlashes(each).toLowerCase();
      if (!book.has(key)) book.set(key, file);
    }
  }
  return book;
}

/** The address by the commonest rule: the path within the docs, less ending and index. */
export function addressOf(file: string, docsRoot: string): string {
  const within = docsRoot === '' ? file : file.slice(docsRoot.length + 1);
  return within
    .replace(/\.mdx?$/i, '')
    .replace(/(^|\/)(?:index|readme)$/i, '')
    .replace(/\/$/, '');
}

/** Where a destination may lie: beside the file, below it (addresses that end in a slash), from the docs root, from the repository. */
function basesOf(fromFile: string, path: string, docsRoot: string): string[] {
  const clean = path.replace(/\.html?$/i, '').replace(/(?<=.)\/$/, '');
  const starts = path.startsWith('/')
    ? [docsRoot, '']
    : [posix.dirname(fromFile), fromFile.replace(/\.mdx?$/i, '')];
  const bases = starts.flatMap((start) => [posix.join(start, path), posix.join(start, clean)]);
  return bases.map(trimSlashes).filter((base) => !base.startsWith('..'));
}

const trimSlashes = (path: string) =>
  path
    .replace(/^\/+/, '')
    .replace(/\/$/, '')
    .replace(/\.html$/, '');
const withoutFirst = (address: string) => address.slice(address.indexOf('/') + 1);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
