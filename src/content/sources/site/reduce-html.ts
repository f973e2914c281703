import { DomUtils, parseDocument } from 'htmlparser2';
import {
  all,
  contentRoot,
  type Document,
  type Element,
  labelPanels,
  removeFurniture,
} from './content-root.ts';
import { markBlocks } from './page-blocks.ts';

/** A crawled page: its metadata, and its content as HTML without navigation and other parts of every page. */
export type ReducedPage = {
  /** Front matter with description and language, then HTML with absolute links. Empty when there is no text. */
  text: string;
  /** What may be the page's title, likeliest first: its only `h1`, its `<title>`, its first headings. */
  titles: string[];
  /** Hashes of the blocks that may be furniture, as marked in the text. */
  blocks: string[];
  /** The page's canonical URL. */
  canonical: string | null;
  /** URLs that the page links to. */
  links: string[];
  /** Whether the page may be indexed, and whether its links may be followed. */
  index: boolean;
  follow: boolean;
};

/** A page as it was fetched. */
export type HtmlSource = { html: string; url: string; as?: 'built' | undefined };

/** Maximum nesting of elements. Deeper trees are an attack on recursive code. */
const deepest = 400;

/** Characters. A long `<base>` could make short links very long. */
const maxTextLength = 10 * 1024 * 1024;

const maxLinks = 10_000;

/** Characters that are kept of a title. */
const maxTitle = 300;

/** Reduces a page's HTML; null when it is nested too deep or grows too large. Runs in a worker, as HTML is hostile. */
export function reduceHtml({ html, url }: HtmlSource): ReducedPage | null {
  const document = parseHtmlPage(html);
  if (document === null) return null;
  const elements = all(document);
  const robots = elements
    .filter(({ name, attribs }) => name === 'meta' && attribs['name']?.toLowerCase() === 'robots')
    .map(({ attribs }) => attribs['content']?.toLowerCase() ?? '')
    .join(',');
  const base = elements.find(({ name }) => name === 'base')?.attribs['href'];
  const from = resolveUrl(base, new URL(url)) ?? new URL(url);
  const links = elements.flatMap((element) => resolveUrl(linkOf(element), from)?.href ?? []);
  const canonical = elements.find(({ name, attribs }) => name === 'link' && attribs['rel'] === 'canonical');
  const { text, titles, blocks } = contentOf(document, elements, from);
  if (text.length > maxTextLength) return null;
  return {
    text,
    titles,
    blocks,
    canonical: resolveUrl(canonical?.attribs['href'], from)?.href ?? null,
    links: [...new Set(links)].slice(0, maxLinks),
    index: !/\b(?:noindex|none)\b/.test(robots),
    follow: !/\b(?:nofollow|none)\b/.test(robots),
  };
}

/** Null when it is nested too deep. */
export function parseHtmlPage(html: string): Document | null {
  const document = parseDocument(lacksBody(html) ? `<body>${html}` : html);
  return isShallow(document) ? document : null;
}

/** HTML may leave the tags of `body` out. https://html.spec.whatwg.org/multipage/syntax.html#optional-tags */
function lacksBody(html: string): boolean {
  const isHtml = /<(?:!doctype html|html|head|title|meta)[\s>]/i.test(html.slice(0, 2000));
  return isHtml && !/<(?:body|frameset)[\s>]/i.test(html);
}

/** The address that an element leads to: also that of a frame, and of a page that sends its reader on. */
function linkOf({ name, attribs }: Element): string | undefined {
  if (name === 'a') return /\bnofollow\b/i.test(attribs['rel'] ?? '') ? undefined : attribs['href'];
  if (name === 'frame') return attribs['src'];
  return name === 'meta' ? refreshOf(attribs)?.target : undefined;
}

/** `0; url=latest/`: where a page sends its reader, and after how many seconds. */
function refreshOf(attribs: Record<string, string>): { seconds: number; target: string } | null {
  if (attribs['http-equiv']?.toLowerCase() !== 'refresh') return null;
  const content = (attribs['content'] ?? '').replaceAll(/\s/g, '');
  const [, seconds, target] = /^([\d.]*)[;,]url=["']?([^"']+)/i.exec(content) ?? [];
  return target === undefined ? null : { seconds: Number(seconds), target };
}

function contentOf(
  document: Document,
  elements: Element[],
  from: URL,
): Pick<ReducedPage, 'text' | 'titles' | 'blocks'> {
  const title = textOfFirst(elements, 'title');
  const language = elements.find(({ name }) => name === 'html')?.attribs['lang'];
  const description = elements.find(({ attribs }) => attribs['name'] === 'description')?.attribs['content'];
  labelPanels(elements);
  const root = contentRoot(document);
  if (root === null || isRefresh(elements)) return { text: '', titles: [], blocks: [] };
  const titlesOfSite = titlesIn(elements);
  removeFurniture(root);
  const inside = all(root);
  const { blocks, isIndex } = markBlocks(root);
  for (const element of inside) keepAttributes(element, from);
  // An index, as Sphinx and Javadoc make it, would be found under every name that it lists.
  const isLeftOut = isIndex && !/\/(?:index\.html?)?$/.test(from.pathname);
  const fields = { description, lang: language, noindex: isLeftOut ? 'true' : undefined };
  const frontMatter = Object.entries(fields).flatMap(([key, value]) =>
    // JSON is YAML.
    value === undefined || value.trim() === '' ? [] : [`${key}: ${JSON.stringify(value.trim())}`],
  );
  const headings = inside.filter(({ name }) => /^h[1-6]$/.test(name)).map(headingText);
  const own = titlesIn(inside);
  const titles = [
    own.length === 1 ? own[0]! : '',
    titlesOfSite.length === 1 ? titlesOfSite[0]! : '',
    title,
    ...headings.slice(0, 3),
  ];
  return {
    text: ['---', ...frontMatter, '---', DomUtils.getOuterHTML(root)].join('\n'),
    titles: [...new Set(titles)].filter((one) => one !== '').map((one) => one.slice(0, maxTitle)),
    blocks,
  };
}

function titlesIn(elements: Element[]): string[] {
  return elements.filter(({ name }) => name === 'h1').map(headingText);
}

/** Whether the page only sends its reader to another one. */
export function isRefresh(elements: Element[]): boolean {
  return elements.some(({ name, attribs }) => name === 'meta' && refreshOf(attribs)?.seconds === 0);
}

export function textOfFirst(elements: Element[], tag: string): string {
  const found = elements.find(({ name }) => name === tag);
  return found === undefined ? '' : DomUtils.textContent(found).replaceAll(/\s+/g, ' ').trim();
}

export function headingText(heading: Element): string {
  removeFurniture(heading);
  return DomUtils.textContent(heading)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[#¶§\u200b]\s*$/g, '')
    .trim();
}

/** Elements and attributes that matter for Markdown; others may change with every build of a site. */
const kept =
  /^(?:id|name|href|src|alt|class|lang|language|data-(?:block|lang|language|label)|role|align|start|checked|colspan|rowspan)$/;

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

export function resolveUrl(href: string | undefined, from: URL): URL | null {
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
