import { posix } from 'node:path';
import type { Site } from './checked-site.ts';
import type { FoundLink } from './page-facts.ts';

/** `{{< ref "guide/install.md#use" >}}` https://gohugo.io/shortcodes/ref/ */
const ref = /\{\{[<%]-?\s{0,20}(?:rel)?ref\s{1,20}(?:"([^"\n]{1,500})"|([^\s"'%<>{}]{1,500}))/g;
/** `{% link _docs/install.md %}` https://jekyllrb.com/docs/liquid/tags/#links */
const source = /\{%-?\s{0,20}link\s{1,20}([^\s%{}]{1,500})\s{0,20}-?%\}/g;
/** `{{ '/docs/install/' | relative_url }}` https://jekyllrb.com/docs/liquid/filters/ */
const address = /\{\{-?\s{0,20}["'](\/[^"'\n]{0,500})["']\s{0,20}\|\s{0,20}(?:relative|absolute)_url\b/g;

/** Links that a page writes in the template language of Hugo or Jekyll; only a site of theirs has them. */
export function templateLinks(text: string): FoundLink[] {
  const links = [
    ...found(text, ref, 'hugo-ref'),
    ...found(text, source, 'jekyll-source'),
    ...found(text, address, 'jekyll-address'),
  ].sort((a, b) => a.start - b.start);
  let line = 1;
  let at = 0;
  return links.map((link) => {
    line += text.slice(at, link.start).split('\n').length - 1;
    at = link.start;
    return { ...link, line };
  });
}

function found(text: string, pattern: RegExp, syntax: FoundLink['syntax']): Omit<FoundLink, 'line'>[] {
  return [...text.matchAll(pattern)].map((match) => {
    const url = (match[1] ?? match[2])!;
    const start = match.index + match[0].lastIndexOf(url);
    return { kind: 'link', url, alt: null, start, end: start + url.length, syntax };
  });
}

/** A link's destination as the site resolves it; null for a template of another framework than the site's. */
export function destinationOf(site: Site, file: string, { url, target, syntax }: FoundLink): string | null {
  const [framework, way] = syntax?.split('-') ?? [];
  if (way !== undefined && framework !== site.framework) return null;
  if (syntax === 'jekyll-source') return `/${url}`;
  if (syntax !== 'hugo-ref') return target ?? url;
  const end = url.includes('#') ? url.indexOf('#') : url.length;
  const page = end === 0 ? file : pageOfRef(site, file, url.slice(0, end));
  return `/${page ?? url.slice(0, end)}${url.slice(end)}`;
}

const pageEndings = ['', '.md', '/_index.md', '/index.md'];

/** The page that a `ref` names: beside the page, else from a content folder, else by its name alone. */
function pageOfRef(site: Site, file: string, path: string): string | null {
  const folders = [...(path.startsWith('/') ? [] : [posix.dirname(file)]), ...site.sourceRoots];
  const ways = folders.flatMap((folder) => pageEndings.map((ending) => posix.join(folder, path) + ending));
  const isMeant = (page: string) => pageEndings.some((ending) => `/${page}`.endsWith(`/${path}${ending}`));
  const named = site.pages.filter(isMeant);
  return ways.find((way) => site.has(way)) ?? (named.length === 1 ? named[0]! : null);
}

/** A template's link to the new place of a page, with or without ending as before. */
export function templateLike(site: Site, { url, syntax }: FoundLink, target: string): string {
  const root = site.sourceRoots.find((folder) => target.startsWith(`${folder}/`)) ?? site.docsRoot;
  const path = posix.relative(syntax === 'jekyll-source' ? (site.sourceRoots[0] ?? '') : root, target);
  if (syntax === 'jekyll-source') return path;
  const end = url.includes('#') ? url.indexOf('#') : url.length;
  const isFile = url.slice(0, end).endsWith('.md');
  return `/${isFile ? path : path.replace(/(?:\/_?index)?\.md$/, '')}${url.slice(end)}`;
}
