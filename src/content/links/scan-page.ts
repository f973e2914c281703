import type { Definition, Html, Image, InlineCode, Link, Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { isMap, parseDocument } from 'yaml';
import { type FoundLink, type LinkForm, newFacts, type PageFacts } from './found-link.ts';
import { blocksAsQuotes } from './quoted-blocks.ts';
import { scanAsciidoc } from './scan-asciidoc.ts';
import { roleLink, roleNames, scanRst } from './scan-rst.ts';
import { isAsciidoc, isMdx, isRst } from '../site/endings.ts';

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter);
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).use(remarkMdx);
const explicitId = /(?:\{#[\w.:-]+\}|\[#[\w.:-]+\]|\/\*\s?#[\w.:-]+\s?\*\/)\s?$/;

/**
 * Reads one page as data, without evaluating it. Time grows with the page, so it runs in the check process.
 * @param forms ways of its template language to write a link
 */
export function scanPage(path: string, text: string, forms: readonly LinkForm[] = []): PageFacts {
  if (isRst(path)) return scanRst(text);
  if (isAsciidoc(path)) return scanAsciidoc(path, text);
  const facts = newFacts();
  const readable = isMdx(path) ? text : blocksAsQuotes(text);
  const tree = parsePageTree(path, readable, (problem) => (facts.syntaxError = problem));
  readFrontMatter(tree, facts);
  const shown: string[] = [];
  let end = 0;
  visit(tree, (node, index, parent) => {
    if (node.type === 'code' || node.type === 'inlineCode') {
      // Code stays out of what is searched for templates, which keeps its length.
      const start = offsetOf(node);
      const after = node.position?.end.offset ?? start;
      shown.push(text.slice(end, start), text.slice(start, after).replace(/[^\n]/g, ' '));
      end = after;
    }
    if (node.type === 'heading') {
      const heading = toString(node).replace(explicitId, '').trim();
      facts.headings.push({ text: heading, depth: node.depth, line: lineOf(node) });
    } else if (node.type === 'inlineCode')
      readMystRole(node, parent?.children[(index ?? 0) - 1], text, facts);
    else if (node.type === 'html') readHtml(node, text, facts);
    else readNode(node, text, facts);
  });
  facts.links.push(...templateLinks(shown.join('') + text.slice(end), forms));
  facts.title ??= facts.headings.find(({ depth }) => depth === 1)?.text ?? null;
  return facts;
}

function templateLinks(text: string, forms: readonly LinkForm[]): FoundLink[] {
  const links = forms.flatMap(({ pattern }, form) =>
    Array.from(text.matchAll(pattern), (match): Omit<FoundLink, 'line'> => {
      const url = match.slice(1).find((one) => one !== undefined)!;
      const start = match.index + match[0].lastIndexOf(url);
      return { kind: 'link', url, alt: null, start, end: start + url.length, form };
    }),
  );
  let line = 1;
  let at = 0;
  return links
    .sort((a, b) => a.start - b.start)
    .map((link) => {
      line += text.slice(at, link.start).split('\n').length - 1;
      at = link.start;
      return { ...link, line };
    });
}

/** A page as its site's own parser sees it; MDX that does not parse is read as Markdown, with the reason for `onError`. */
export function parsePageTree(path: string, text: string, onError?: (problem: string) => void): Root {
  if (!isMdx(path)) return markdown.parse(text);
  try {
    return mdx.parse(text);
  } catch (error) {
    onError?.(messageOf(error));
    return markdown.parse(text);
  }
}

function readFrontMatter(tree: Root, facts: PageFacts): void {
  const first = tree.children[0];
  if (first?.type !== 'yaml') return;
  const document = parseDocument(first.value, { schema: 'core' });
  const [problem] = document.errors;
  if (problem !== undefined) facts.frontMatterError = problem.message.split('\n')[0]!;
  else if (isMap(document.contents)) {
    const title = document.get('title');
    if (typeof title === 'string') facts.title = title;
  }
}

type JsxAttribute = { type: string; name?: string; value?: unknown };

function readNode(node: Nodes, text: string, facts: PageFacts): void {
  if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
    const { start, end } = node.position ?? {};
    const source = text.slice(start?.offset, end?.offset);
    const at = node.url === '' ? -1 : findDestination(node, source);
    if (at < 0) return;
    const from = (start?.offset ?? 0) + at;
    const kind = node.type === 'image' ? 'image' : 'link';
    const alt = node.type === 'image' ? (node.alt ?? '') : null;
    facts.links.push({
      kind,
      url: node.url,
      alt,
      start: from,
      end: from + node.url.length,
      line: lineOf(node),
    });
  } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
    const attributes = node.attributes as JsxAttribute[];
    const valueOf = (name: string) => {
      const value = attributes.find(
        (attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === name,
      )?.value;
      return typeof value === 'string' ? value : null;
    };
    const endOfTag = node.children[0]?.position?.start.offset ?? node.position?.end.offset;
    const source = text.slice(offsetOf(node), endOfTag);
    const add = (name: string, kind: FoundLink['kind'], alt: string | null) =>
      addAttributeLink({ source, name, kind, alt, url: valueOf(name) }, offsetOf(node), lineOf(node), facts);
    add('href', 'link', null);
    if (node.name === 'img') add('src', 'image', valueOf('alt') ?? '');
  }
}

/**
 * Where the destination stands in the source of its node: behind the text and before the title, which may both repeat it.
 * https://spec.commonmark.org/0.31.2/#links
 */
function findDestination(node: Link | Image | Definition, source: string): number {
  const opening = node.type === 'definition' ? ']:' : '](';
  const lastChild = node.type === 'link' ? node.children.at(-1)?.position?.end.offset : undefined;
  let at = source.indexOf(opening, lastChild === undefined ? 0 : lastChild - offsetOf(node));
  for (; at >= 0; at = source.indexOf(opening, at + 1)) {
    beforeDestination.lastIndex = at + opening.length;
    const begin = at + opening.length + beforeDestination.exec(source)![0].length;
    if (source.startsWith(node.url, begin)) return begin;
  }
  // An address that is written as it is, of another site.
  return -1;
}

const beforeDestination = /\s{0,100}<?/y;

const mystRole = new RegExp(`\\{(${roleNames})\\}$`);

/** A role of MyST before code: `{doc}` and then the page. https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
function readMystRole(node: InlineCode, before: Nodes | undefined, text: string, facts: PageFacts): void {
  const name = before?.type === 'text' ? mystRole.exec(before.value)?.[1] : undefined;
  if (name === undefined || node.value.trim() === '') return;
  const source = text.slice(offsetOf(node), node.position?.end.offset);
  const start = offsetOf(node) + source.indexOf(node.value);
  facts.links.push({ ...roleLink(name, node.value, start), line: lineOf(node) });
}

/** The source is read, because the node leaves out how later lines of it are indented. */
function readHtml(node: Html, text: string, facts: PageFacts): void {
  const html = text.slice(offsetOf(node), node.position?.end.offset);
  for (const { 1: source = '', index } of html.matchAll(/(<(?:a|img)\s[^<>]{1,2000}>)/gi)) {
    const read = (name: string) => {
      const [, double, single] =
        new RegExp(`\\s${name}=(?:"([^"]{1,1000})"|'([^']{1,1000})')`, 'i').exec(source) ?? [];
      return double ?? single ?? null;
    };
    const add = (name: string, kind: FoundLink['kind'], alt: string | null) =>
      addAttributeLink(
        { source, name, kind, alt, url: read(name) },
        offsetOf(node) + index,
        lineOf(node),
        facts,
      );
    if (/^<img/i.test(source)) add('src', 'image', read('alt') ?? '');
    else add('href', 'link', null);
  }
}

type AttributeLink = Pick<FoundLink, 'kind' | 'alt'> & { source: string; name: string; url: string | null };

function addAttributeLink(
  { source, name, kind, alt, url }: AttributeLink,
  offset: number,
  line: number,
  facts: PageFacts,
): void {
  if (url === null || url === '') return;
  const written = ['"', "'"].map((quote) => `${name}=${quote}${url}${quote}`);
  const lower = source.toLowerCase();
  const at = written.map((each) => lower.indexOf(each.toLowerCase())).find((place) => place >= 0);
  if (at === undefined) return;
  const start = offset + at + name.length + 2;
  facts.links.push({ kind, url, alt, start, end: start + url.length, line });
}

const lineOf = (node: Nodes) => node.position?.start.line ?? 1;
const offsetOf = (node: Nodes) => node.position?.start.offset ?? 0;

function messageOf(error: unknown): string {
  const { reason, line } = error as { reason?: string; line?: number };
  return `${reason ?? 'it does not parse'}${line ? ` (line ${line})` : ''}`.slice(0, 300);
}
