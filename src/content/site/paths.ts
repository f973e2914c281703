import { withoutEnd } from '../../lib/without-end.ts';
import { withoutAnyEnding } from './endings.ts';

/** A segment that `joinPath` leaves out or resolves. */
const oddSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Joins parts of a path without duplicate or outer slashes; `.` and `..` are resolved and never leave the root. */
export function joinPath(...parts: string[]): string {
  const joined = parts.join('/');
  if (!oddSegment.test(joined)) return joined;
  const segments: string[] = [];
  for (const segment of joined.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The folder of a file; '' at the root. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/**
 * A path below a source root. For a root above the tree, which is `^` and the tree's path from there (`^docs`), only
 * paths that lead into the tree can exist.
 */
export function belowRoot(root: string, path: string): string {
  if (!root.startsWith('^')) return joinPath(root, path);
  const start = `${root.slice(1)}/`;
  const joined = joinPath(path);
  return joined.startsWith(start) ? joined.slice(start.length) : `../${joined}`;
}

/** A file's path without its ending; for a file with one of the `indexNames`, the path of its folder. */
export function literalPath(file: string, indexNames: string[]): string {
  return isIndexFile(file, indexNames) ? folderOf(file) : file.replace(/\.\w+$/, '');
}

/** Whether a file's name without its ending is one of the `indexNames`. */
export function isIndexFile(file: string, indexNames: string[]): boolean {
  return indexNames.includes(file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, ''));
}

/** The address of a path below a base (`https://docs.example.com/en`, `/docs`, ''). */
export function urlOf(path: string, ending: string, base: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${withoutEnd(base, '/')}/${encoded}${path === '' ? '' : ending}`;
}

/** The path on its host at which a site lies, without slashes around it, of its base: an address or only a path. */
export function pathOfBase(base: string): string {
  return joinPath(URL.canParse(base) ? new URL(base).pathname : base);
}

/** The files that are not below a folder whose name begins with `_`, which holds parts of pages; all when no other is left. */
export function withoutPartials(files: string[]): string[] {
  const pages = files.filter((file) => !/(?:^|\/)_[^/]*\//.test(file));
  return pages.length === 0 ? files : pages;
}

/** One spelling of a path for the many that links have: without ending, index and outer slashes. */
export function normalPath(path: string): string {
  return withoutAnyEnding(joinPath(path)).replace(/(?:^|\/)index$/, '');
}

const placeholder = /\/(?:\{\{|%7B%7B)[^/{}]{1,60}?(?:\}\}|%7D%7D)(?=[/#?]|$)/gi;

/** An address without the folders that only a build fills in: `/docs/mail` of `/docs/{{version}}/mail`. */
export function withoutPlaceholders(address: string): string {
  return address.replaceAll(placeholder, '');
}
