import { decodedPath } from '../lib/decoded-path.ts';
import { posix } from 'node:path';
import type { FoundLink } from '../content/links/found-link.ts';
import { addressOf, destinationOf, formOf, isFromRoot, type Site } from './checks/checked-site.ts';
import { frameworkNamed } from '../content/frameworks/registry.ts';
import { isDocsFile, isMarkdown, withoutEnding } from '../content/site/endings.ts';

/** Where a link stands and what it leads to, in the docs before or after a page moved. */
type LinkEnds = { site: Site; file: string; target: string };

/** A link in the form that it had before a page moved: `:doc:` without ending, `xref:` by module, an address, a path. */
export function linkLike(link: FoundLink, old: LinkEnds, now: LinkEnds): string {
  const { url, syntax } = link;
  const { site, file, target } = now;
  const { rest } = splitLink(url);
  // Docusaurus's root, and that of VitePress's pages.
  const [alias = ''] = /^@(?:site)?(?=\/)/.exec(url) ?? [];
  if (alias !== '') return `${alias}${linkLike({ ...link, url: url.slice(alias.length) }, old, now)}`;
  if (isFromRoot(old.site, old.file, link)) return linkLike({ ...link, url: `/${url}` }, old, now).slice(1);
  // With the site's host in it, as other sites have it: the redirect is for these.
  if (/^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(url)) return url;
  if (syntax === 'doc') {
    const root = url.startsWith('/') ? (site.sourceRoots[0] ?? site.docsRoot) : posix.dirname(file);
    const name = withoutEnding(posix.relative(root, target));
    return `${url.startsWith('/') ? '/' : ''}${name}${rest}`;
  }
  const write = formOf(site, link)?.write;
  if (write !== undefined) {
    const stays = destinationOf(site, file, link).split('#')[0] === `/${target}`;
    return stays ? url : write(url, target, site);
  }
  const named = frameworkNamed(site.framework).nameFrom?.(file, target, syntax === 'file') ?? null;
  if (named !== null) return `${named}${rest}`;
  if (link.folder !== undefined) return posix.relative(posix.join(posix.dirname(file), link.folder), target);
  const path = (url.startsWith('/') ? fromRoot(url, old, now) : byAddress(url, old, now)) ?? pathTo(url, now);
  // Scripts take a path without a dot for a package, and they decode nothing.
  const dots = link.maybe === true && url.startsWith('.') && !path.startsWith('.') ? './' : '';
  return (link.maybe === true ? dots + path : asDestination(url, path, file)) + rest;
}

/** A link to a page in the style of another one: absolute or relative, with or without ending. */
export const linkTo = (url: string, ends: LinkEnds): string =>
  asDestination(url, pathTo(url, ends), ends.file) + splitLink(url).rest;

function pathTo(url: string, { site, file, target }: LinkEnds): string {
  const { path } = splitLink(url);
  if (!url.startsWith('/')) return relativePath(path, file, target);
  const isFile = isDocsFile(path);
  const base = !isFile && site.basePath !== '' && path.startsWith(`/${site.basePath}/`);
  const named = isFile ? posix.relative(site.docsRoot, target) : site.address(target);
  const address = `${base ? `/${site.basePath}` : ''}/${named}`;
  return `${address}${endOf(path, address)}`;
}

/** A link by a path from the root of the site, of the docs or of the repository, to where the same page is now. */
function fromRoot(url: string, old: LinkEnds, now: LinkEnds): string | null {
  const { path } = splitLink(url);
  const written = decodedPath(path);
  const bare = written.replace(/\.html?$/i, '').replace(/^\/|\/$/g, '');
  const ways = isDocsFile(written) ? filePaths : addresses;
  const wanted = isDocsFile(written) ? written.slice(1) : bare;
  const nth = ways(old).findIndex((way) => way.toLowerCase() === wanted.toLowerCase());
  if (nth < 0) return null;
  const named = `/${ways(now)[nth]!}`;
  return `${named}${isDocsFile(written) ? '' : endOf(path, named)}`;
}

const filePaths = ({ site: { docsRoot, sourceRoots }, target }: LinkEnds) =>
  [docsRoot, '', ...sourceRoots].map((root) => posix.relative(root, target));

const addresses = ({ site, target }: LinkEnds) => {
  const address = site.address(target);
  return [posix.join(site.basePath, address).replace(/\/$/, ''), address, addressOf(target, site.docsRoot)];
};

/** A relative link that a browser resolves, from a page's address to another's; null for one by the path of a file. */
function byAddress(url: string, old: LinkEnds, now: LinkEnds): string | null {
  const { path } = splitLink(url);
  const beside = posix.join(posix.dirname(old.file), decodedPath(path)).replace(/\/$/, '');
  const isFile = [old.target, withoutEnding(old.target), posix.dirname(old.target)].includes(
    beside.replace(/\.html?$/i, ''),
  );
  const ofBrowser = posix.join(folderOf(old), decodedPath(path));
  const address = `/${old.site.address(old.target)}`;
  if (isFile || ofBrowser.replace(/\.html?$|(?<=.)\/$/gi, '').toLowerCase() !== address.toLowerCase())
    return null;
  const named = posix.relative(folderOf(now), `/${now.site.address(now.target)}`) || '.';
  const dots = path.startsWith('./') && !named.startsWith('.') ? './' : '';
  return `${dots}${named}${endOf(path, named)}`;
}

/** The folder that a browser resolves a page's links from. */
const folderOf = ({ site, file }: LinkEnds) => site.url(file).replace(/(?<![^/])[^/]*$/, '');

/** The slash or ending that a path without either gets, to be written like another one. */
function endOf(like: string, path: string): string {
  if (/.\/$/.test(like)) return path.endsWith('/') ? '' : '/';
  return path.endsWith('/') ? '' : (/\.html?$/i.exec(like)?.[0] ?? '');
}

/** A relative path to a file in the form of another: with or without ending. */
function relativePath(path: string, file: string, target: string): string {
  const wanted = isDocsFile(path) || !isDocsFile(target) ? target : withoutEnding(target);
  const relative = posix.relative(posix.dirname(file), wanted);
  const dots = path.startsWith('./') && !relative.startsWith('.') ? './' : '';
  const end = isDocsFile(target) && !isDocsFile(path) ? endOf(path, relative) : '';
  return `${dots}${relative}${end}`;
}

/** A path as a Markdown destination: encoded if the old one was, or where Markdown requires it. */
function asDestination(url: string, path: string, file: string): string {
  if (!isMarkdown(file)) return path;
  if (/%[0-9a-f]{2}/i.test(url)) return encodeURI(path).replace(/[#?()]/g, percent);
  // A space is allowed only within angle brackets or quotes.
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
