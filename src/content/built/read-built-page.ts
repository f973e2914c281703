import { DomUtils } from 'htmlparser2';
import { decodedPath } from '../../lib/decoded-path.ts';
import { all, contentRoot, type Element, isTag, removeFurniture } from '../sources/site/content-root.ts';
import {
  headingText,
  isRefresh,
  parseHtmlPage,
  resolveUrl,
  textOfFirst,
} from '../sources/site/reduce-html.ts';
import { type BuiltPage, endingOf, noHost, pathOfPage } from '../site/build.ts';
import type { BuiltHeading } from '../site/site-facts.ts';
import { sketchOf } from './sketch.ts';

/** A page, and what only all pages together say: its canonical address, and how it writes the site's other addresses. */
export type ReadPage = {
  page: BuiltPage;
  canonical: string | null;
  /** Paths of addresses on the site, and whether they are written from the root of the host. */
  links: [path: string, fromHost: boolean][];
};

const max = { headings: 5_000, ids: 20_000, id: 500, text: 300, sources: 20, links: 1_000 };

/** Reads a page's HTML; null when it is no page of a site, as one that sends its reader on. */
export function readBuiltPage({ html, url }: { html: string; url: string }): ReadPage | null | 'too deep' {
  const document = parseHtmlPage(html);
  if (document === null) return 'too deep';
  const elements = all(document);
  if (isRefresh(elements)) return null;
  const from = new URL(url);
  const canonical = elements.find(({ name, attribs }) => name === 'link' && attribs['rel'] === 'canonical');
  const title = textOfFirst(elements, 'title');
  const sources = elements.flatMap((element) => sourcePaths(element, from)).slice(0, max.sources);
  const canonicalUrl = resolveUrl(canonical?.attribs['href'], from);
  const links = linksOf(elements, from, canonicalUrl);
  const root = contentRoot(document);
  if (root === null) return null;
  removeFurniture(root);
  const headings: BuiltHeading[] = [];
  const titles = collectHeadings(root, headings);
  const ids = all(root).flatMap(({ name, attribs }) => [
    attribs['id'],
    name === 'a' ? attribs['name'] : undefined,
  ]);
  const kept = ids.filter((id): id is string => id !== undefined && id !== '' && id.length <= max.id);
  const path = pathOfPage(decodedPath(from.pathname));
  return {
    page: {
      path,
      ending: endingOf(decodedPath(from.pathname)),
      headings: headings.slice(0, max.headings),
      ids: [...new Set(kept)].slice(0, max.ids),
      titles: [...new Set([...titles.slice(0, 1), title])].filter((one) => one !== ''),
      sources: [...new Set(sources)],
      sketch: sketchOf(textIn(root)),
    },
    canonical: canonicalUrl === null || canonicalUrl.host === noHost ? null : canonicalUrl.href,
    links,
  };
}

/** Endings of files that pages are made of. */
const isSource = /\.(?:md|mdx|mdoc|markdown|qmd|rst|rest|adoc|asciidoc|ipynb|html?|txt)$/i;

const saysEdit =
  /\b(?:edit|improve|suggest|correct|source|fix)\b|编辑|編集|편집|bearbeiten|modifier|éditer|editar|modifica|редакт|правит/iu;

/** The path that a link to the page's source ends with: “Edit this page” of most generators, `_sources` of Sphinx. */
function sourcePaths({ name, attribs, children }: Element, from: URL): string[] {
  if (name !== 'a') return [];
  const url = resolveUrl(attribs['href'], from);
  if (url === null) return [];
  const inQuery = url.searchParams.get('path') ?? '';
  const path = decodedPath(inQuery.includes('/') ? inQuery : url.pathname).replaceAll(/^\/+/g, '');
  if (url.host === from.host) {
    const ofSphinx = /(?:^|\/)(_sources\/.+?)(?:\.txt)?$/.exec(path)?.[1];
    return ofSphinx === undefined ? [] : [ofSphinx];
  }
  if (!isSource.test(path) || path.length > 1_000) return [];
  const { rel = '', class: classes = '', title = '', 'aria-label': label = '' } = attribs;
  const said = `${rel} ${title} ${label} ${classes.replaceAll(/[-_]/g, ' ')} ${children.length > 0 ? DomUtils.textContent(children).slice(0, max.text) : ''}`;
  return /\/_?edit\//.test(`/${path}`) || saysEdit.test(said) ? [path] : [];
}

function linksOf(elements: Element[], from: URL, canonical: URL | null): ReadPage['links'] {
  const links = new Map<string, boolean>();
  for (const { name, attribs } of elements) {
    const written = attribs['href'];
    if (name !== 'a' || written === undefined || links.size >= max.links) continue;
    const url = resolveUrl(written, from);
    if (url === null || (url.host !== from.host && url.host !== canonical?.host)) continue;
    const isAbsolute = url.host !== from.host || written.startsWith('/');
    links.set(decodedPath(url.pathname), isAbsolute);
  }
  return [...links];
}

/** Text with a space between elements, so that the words of two do not become one. */
function textIn(node: Element): string {
  const texts: string[] = [];
  const visit = (inner: Element['children'][number]): void => {
    if (inner.type === 'text') texts.push(DomUtils.textContent(inner));
    else if (isTag(inner)) inner.children.forEach(visit);
  };
  visit(node);
  return texts.join(' ');
}

/**
 * Adds the headings with their ids: their own, that of an anchor in or right before them, or that of the section which
 * they begin, as in Sphinx.
 * @returns the texts of headings of level 1
 */
function collectHeadings(root: Element, headings: BuiltHeading[]): string[] {
  const titles: string[] = [];
  let waiting: string | null = null;
  const visit = (element: Element): void => {
    const { name, attribs, children } = element;
    if (/^h[1-6]$/.test(name)) {
      const inner = all(element).flatMap((one) => attributeId(one) ?? []);
      const id = [attribs['id'], inner[0], waiting].find((one) => one != null && one !== '') ?? '';
      waiting = null;
      const text = headingText(element).slice(0, max.text);
      if (name === 'h1') titles.push(text);
      headings.push([id.length <= max.id ? id : '', text]);
      return;
    }
    const isSection = name === 'section' || /(?:^|\s)section(?:\s|$)/.test(attribs['class'] ?? '');
    if (isSection && attribs['id'] !== undefined) waiting = attribs['id'];
    else if (children.length === 0 && (name === 'a' || (name === 'span' && waiting === null)))
      waiting = attributeId(element) ?? waiting;
    else if (name === 'p' || name === 'pre' || name === 'table') waiting = null;
    for (const child of children) if (isTag(child)) visit(child);
  };
  visit(root);
  return titles;
}

function attributeId({ name, attribs }: Element): string | null {
  return attribs['id'] ?? (name === 'a' ? (attribs['name'] ?? null) : null);
}
