import { posix } from 'node:path';
import type { FoundLink } from './checks/page-facts.ts';
import { addressOf, type Site } from './checks/checked-site.ts';
import { isPage, withoutEnding } from './docs-path.ts';

/** A link to a page's new path in the form of its markup: `:doc:` without ending, `xref:` by module. */
export function linkLike(site: Site, link: FoundLink, file: string, target: string): string {
  const { url, syntax } = link;
  const { rest } = splitLink(url);
  if (syntax === 'doc') {
    const root = url.startsWith('/') ? (site.sourceRoots[0] ?? site.docsRoot) : posix.dirname(file);
    const name = withoutEnding(posix.relative(root, target));
    return `${url.startsWith('/') ? '/' : ''}${name}${rest}`;
  }
  const [, own] = /(?:^|\/)modules\/([^/]+)\//.exec(file) ?? [];
  const [, module, folder, path] = antoraFile.exec(target) ?? [];
  if (own !== undefined && module !== undefined) {
    const named = syntax === 'file' ? `${folder!.slice(0, -1)}$${path}` : path;
    return `${module === own ? '' : `${module}:`}${named}${rest}`;
  }
  return linkTo(url, file, target, site.docsRoot);
}

const antoraFile = /(?:^|\/)modules\/([^/]+)\/(pages|partials|examples|attachments|images)\/(.+)$/;

/** A link to the new path in the old link's style: absolute or relative, with or without ending. */
export function linkTo(url: string, file: string, target: string, docsRoot: string): string {
  if (!url.startsWith('/')) return relativeLink(url, file, target);
  const { path, rest } = splitLink(url);
  const ending = isPage(path) ? posix.extname(target) : '';
  const address = `/${addressOf(target, docsRoot)}${ending}${/.\/$/.test(path) ? '/' : ''}`;
  return asDestination(url, address, file) + rest;
}

/** A relative link to a file in the form of `url`: with or without ending, with its query and fragment. */
export function relativeLink(url: string, file: string, target: string): string {
  const { path, rest } = splitLink(url);
  const wanted = isPage(path) || !isPage(target) ? target : withoutEnding(target);
  const relative = posix.relative(posix.dirname(file), wanted);
  const dots = path.startsWith('./') && !relative.startsWith('.') ? './' : '';
  return asDestination(url, `${dots}${relative}${path.endsWith('/') ? '/' : ''}`, file) + rest;
}

/** A path as a destination of Markdown: encoded where the old one is, and where it could not stand as it is. */
function asDestination(url: string, path: string, file: string): string {
  if (!/\.(?:mdx?|markdown)$/i.test(file)) return path;
  if (/%[0-9a-f]{2}/i.test(url)) return encodeURI(path).replace(/[#?()]/g, percent);
  // A blank can stand between angle brackets and in quotes alone.
  return /\s/.test(url) ? path : path.replace(/[\s()<>#?%"']/g, percent);
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function splitLink(url: string): { path: string; rest: string } {
  const end = url.search(/[?#]/);
  return end < 0 ? { path: url, rest: '' } : { path: url.slice(0, end), rest: url.slice(end) };
}

/** The text with some destinations replaced. */
export function replaceLinks(
  text: string,
  links: readonly FoundLink[],
  replace: (link: FoundLink) => string,
): string {
  let result = text;
  for (const link of [...links].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, link.start) + replace(link) + result.slice(link.end);
  }
  return result;
}
