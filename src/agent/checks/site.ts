import { posix } from 'node:path';
import { matchGlobs } from '../../content/frameworks/glob.ts';
import type { PageFacts } from './scan-page.ts';

/** The docs as a reader's browser sees them: which destinations exist. */
export type Site = {
  pages: ReadonlyMap<string, PageFacts>;
  resolve(fromFile: string, url: string): LinkTarget;
  /** The fragments that a link may have into a page; null when they are not known. */
  anchors(file: string): readonly string[] | null;
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

/** What the docs framework says of the site besides its pages. */
export type SiteRules = {
  /** The path that the site is served under, without slashes at its ends. */
  basePath: string;
  /** Paths that lead elsewhere, as globs, and paths below which pages are made from something else. */
  elsewhere: readonly string[];
};

/** The file may be named in a link with or without its ending, or by its folder. */
const endings = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md', '/readme.md', '/page.mdx'];

/**
 * Resolves links leniently: a destination counts as found when any framework would find it there. What remains is
 * broken in all of them.
 */
export function buildSite(options: SiteOptions): Site {
  const { docsRoot, files, pages, rules } = options;
  const leadsElsewhere = matchGlobs(rules.elsewhere.flatMap((path) => [path, `${path}/**`]));
  const byAddress = addressBook(options);
  const byLastName = Map.groupBy(
    [...files].filter((file) => !pages.has(file)),
    (file) => posix.basename(file),
  );

  function withoutBase(address: string): string {
    const { basePath } = rules;
    const inside = basePath !== '' && address.startsWith(`${basePath}/`);
    return (
      inside ? address.slice(basePath.length + 1) : address.slice(address.indexOf('/') + 1)
    ).toLowerCase();
  }

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
    return asset ?? byAddress.get(withoutBase(address)) ?? null;
  }

  const anchors = (file: string) => pages.get(file)?.anchors ?? null;

  return {
    pages,
    anchors,
    resolve(fromFile, url) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\/|[{}$<>]|^@/i.test(url) || url === '') return { kind: 'external' };
      const [, rawPath = '', , rawAnchor] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(url) ?? [];
      const file = rawPath === '' ? fromFile : findFile(fromFile, decode(rawPath));
      if (file === null)
        return leadsElsewhere(trimSlashes(rawPath)) ? { kind: 'external' } : { kind: 'no-page' };
      const anchor = rawAnchor ? decode(rawAnchor) : null;
      const known = anchors(file);
      const checked = anchor !== null && anchor !== 'top' && !anchor.startsWith(':~:') && known !== null;
      if (checked && !known.includes(anchor) && !known.includes(rawAnchor!))
        return { kind: 'no-anchor', file, anchor };
      return { kind: 'found', file, anchor };
    },
  };
}

/** Every address that a page may have, in lower case, without slashes at the ends. */
function addressBook({ pages, docsRoot }: SiteOptions): Map<string, string> {
  const book = new Map<string, string>();
  for (const [file, { path }] of pages) {
    const address = addressOf(file, docsRoot);
    for (const each of [path ?? address, address]) {
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
