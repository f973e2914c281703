import { DomUtils, parseDocument } from 'htmlparser2';
import {
  all,
  contentRoot,
  type Document,
  type Element,
  labelPanels,
  removeFurniture,
} from './content-root.ts';

/** A crawled page: its metadata, and its content as HTML without navigation and other parts of every page. */
export type ReducedPage = {
  /** Front matter with title, description and language, then HTML with absolute links. Empty when there is no text. */
  text: string;
  /** The page's canonical URL. */
  canonical: string | null;
  /** URLs that the page links to. */
  links: string[];
  /** Whether the page may be indexed, and whether its links may be followed. */
  index: boolean;
  follow: boolean;
};

/** A page as it was fetched. */
export type HtmlSource = { html: string; url: string };

/** Maximum nesting of elements. Deeper trees are an attack on recursive code. */
const deepest = 400;

/** Characters. A long `<base>` could make short links very long. */
const maxTextLength = 10 * 1024 * 1024;

const maxLinks = 10_000;

/** Reduces a page's HTML; null when it is nested too deep or grows too large. Runs in a worker, as HTML is hostile. */
export function reduceHtml({ html, url }: HtmlSource): ReducedPage | null {
  const document = parseDocument(html);
  if (!isShallow(document)) return null;
  const elements = all(document);
  const robots = elements
    .filter(({ name, attribs }) => name === 'meta' && attribs['name']?.toLowerCase() === 'robots')
    .map(({ attribs }) => attribs['content']?.toLowerCase() ?? '')
    .join(',');
  const base = elements.find(({ name }) => name === 'base')?.attribs['href'];
  const from = resolveUrl(base, new URL(url)) ?? new URL(url);
  const links = elements.flatMap(({ name, attribs }) =>
    name === 'a' && !/\bnofollow\b/i.test(attribs['rel'] ?? '')
      ? (resolveUrl(attribs['href'], from)?.href ?? [])
      : [],
  );
  const canonical = elements.find(({ name, attribs }) => name === 'link' && attribs['rel'] === 'canonical');
  const text = textOf(document, elements, from);
  if (text.length > maxTextLength) return null;
  return {
    text,
    canonical: resolveUrl(canonical?.attribs['href'], from)?.href ?? null,
    links: [...new Set(links)].slice(0, maxLinks),
    index: !/\b(?:noindex|none)\b/.test(robots),
    follow: !/\b(?:nofollow|none)\b/.test(robots),
  };
}

function textOf(document: Document, elements: Element[], from: URL): string {
  const title = titleOf(elements);
  const language = elements.find(({ name }) => name === 'html')?.attribs['lang'];
  const description = elements.find(({ attribs }) => attribs['name'] === 'description')?.attribs['content'];
  labelPanels(elements);
  const root = contentRoot(document);
  if (root === null) return '';
  removeFurniture(root);
  for (const element of all(root)) keepAttributes(element, from);
  const fields = { title, description, lang: language };
  const frontMatter = Object.entries(fields).flatMap(([key, value]) =>
    // JSON is YAML.
    value === undefined || value.trim() === '' ? [] : [`${key}: ${JSON.stringify(value.trim())}`],
  );
  return ['---', ...frontMatter, '---', DomUtils.getOuterHTML(root)].join('\n');
}

/** The page's first heading, else its `<title>` without the name of the site. */
function titleOf(elements: Element[]): string | undefined {
  const headings = elements.filter(({ name }) => name === 'h1');
  if (headings.length === 1) return undefinedIfBlank(headingText(headings[0]!));
  const title = elements.find(({ name }) => name === 'title');
  const text = title === undefined ? '' : DomUtils.textContent(title).replaceAll(/\s+/g, ' ').trim();
  return undefinedIfBlank(text.split(/ [|·•—–-] /)[0] ?? '');
}

function headingText(heading: Element): string {
  removeFurniture(heading);
  return DomUtils.textContent(heading)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[#¶§\u200b]\s*$/g, '')
    .trim();
}

function undefinedIfBlank(text: string): string | undefined {
  return text === '' ? undefined : text;
}

/** Elements and attributes that matter for Markdown; others may change with every build of a site. */
const kept =
  /^(?:id|name|href|src|alt|class|lang|language|data-(?:lang|language|label)|role|align|start|checked|colspan|rowspan)$/;

function keepAttributes(element: Element, from: URL): void {
  const { attribs } = element;
  for (const name of Object.keys(attribs)) {
    if (!kept.test(name)) delete attribs[name];
  }
  if (attribs['class'] !== undefined)
    attribs['class'] = attribs['class'].split(/\s+/).filter(tellsSomething).join(' ');
  if (attribs['class'] === '') delete attribs['class'];
  for (const name of ['href', 'src']) {
    const url = resolveUrl(attribs[name], from);
    if (url !== null) attribs[name] = url.href;
    else if (!attribs[name]?.startsWith('mailto:')) delete attribs[name];
  }
}

/** Classes that name a code language, a kind of admonition or a code line. */
function tellsSomething(name: string): boolean {
  return /^(?:lang(?:uage)?-|highlight|source-|brush|line$|ec-line$|token-line$)|admonition|aside|callout|note|warning|tip|caution|danger|alert/i.test(
    name,
  );
}

function resolveUrl(href: string | undefined, from: URL): URL | null {
  if (href === undefined) return null;
  try {
    const url = new URL(href, from);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}

function isShallow(document: Document): boolean {
  let level: Document['children'] = document.children;
  for (let depth = 0; level.length > 0 && depth <= deepest; depth++) {
    level = level.flatMap((node) => ('children' in node ? (node.children as Document['children']) : []));
  }
  return level.length === 0;
}
