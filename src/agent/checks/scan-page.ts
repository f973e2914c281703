import type { InlineCode, Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { isMap, parseDocument } from 'yaml';
import { type FoundLink, newFacts, type PageFacts } from './page-facts.ts';
import { scanAsciidoc } from './scan-asciidoc.ts';
import { scanRst } from './scan-rst.ts';
import { roleLink, roleNames } from './sphinx-roles.ts';

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter);
const mdx = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter).use(remarkMdx);
const explicitId = /(?:\{#[\w.:-]+\}|\[#[\w.:-]+\]|\/\*\s?#[\w.:-]+\s?\*\/)\s?$/;

/** Reads one page as data, without evaluating it. Time grows with the page, so it runs in the check process. */
export function scanPage(path: string, text: string): PageFacts {
  if (/\.rst$/i.test(path)) return scanRst(text);
  if (/\.(?:adoc|asciidoc)$/i.test(path)) return scanAsciidoc(path, text);
  const facts = newFacts();
  const tree = parsePageTree(path, text, (problem) => (facts.syntaxError = problem));
  readFrontMatter(tree, facts);
  visit(tree, (node, index, parent) => {
    if (node.type === 'heading') {
      const heading = toString(node).replace(explicitId, '').trim();
      facts.headings.push({ text: heading, depth: node.depth, line: lineOf(node) });
    } else if (node.type === 'inlineCode')
      readMystRole(node, parent?.children[(index ?? 0) - 1], text, facts);
    else if (node.type === 'html') readHtml(node.value, offsetOf(node), lineOf(node), facts);
    else readNode(node, text, facts);
  });
  facts.title ??= facts.headings.find(({ depth }) => depth === 1)?.text ?? null;
  return facts;
}

/** A page as its site's own parser sees it; MDX that does not parse is read as Markdown, with the reason for `onError`. */
export function parsePageTree(path: string, text: string, onError?: (problem: string) => void): Root {
  if (!/\.mdx$/i.test(path)) return markdown.parse(text);
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
    // The last occurrence is the destination: before it comes only the link text, after it only a title.
    const at = source.lastIndexOf(node.url);
    if (at < 0 || node.url === '') return;
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
    const source = text.slice(offsetOf(node), node.position?.end.offset);
    addAttributeLink(source, offsetOf(node), lineOf(node), 'link', valueOf('href'), null, facts);
    if (node.name === 'img') {
      addAttributeLink(
        source,
        offsetOf(node),
        lineOf(node),
        'image',
        valueOf('src'),
        valueOf('alt') ?? '',
        facts,
      );
    }
  }
}

const mystRole = new RegExp(`\\{(${roleNames})\\}$`);

/** A role of MyST before code: `{doc}` and then the page. https://myst-parser.readthedocs.io/en/latest/syntax/roles-and-directives.html */
function readMystRole(node: InlineCode, before: Nodes | undefined, text: string, facts: PageFacts): void {
  const name = before?.type === 'text' ? mystRole.exec(before.value)?.[1] : undefined;
  if (name === undefined || node.value.trim() === '') return;
  const source = text.slice(offsetOf(node), node.position?.end.offset);
  const start = offsetOf(node) + source.indexOf(node.value);
  facts.links.push({ ...roleLink(name, node.value, start), line: lineOf(node) });
}

function readHtml(html: string, offset: number, line: number, facts: PageFacts): void {
  for (const [, tag] of html.matchAll(/(<(?:a|img)\s[^<>]{1,2000}>)/gi)) {
    const read = (name: string) => new RegExp(`\\s${name}="([^"]{1,1000})"`, 'i').exec(tag!)?.[1] ?? null;
    const at = offset + html.indexOf(tag!);
    if (/^<img/i.test(tag!)) addAttributeLink(tag!, at, line, 'image', read('src'), read('alt') ?? '', facts);
    else addAttributeLink(tag!, at, line, 'link', read('href'), null, facts);
  }
}

function addAttributeLink(
  source: string,
  offset: number,
  line: number,
  kind: FoundLink['kind'],
  url: string | null,
  alt: string | null,
  facts: PageFacts,
): void {
  const at = url ? source.indexOf(`"${url}"`) : -1;
  if (url === null || at < 0) return;
  facts.links.push({ kind, url, alt, start: offset + at + 1, end: offset + at + 1 + url.length, line });
}

const lineOf = (node: Nodes) => node.position?.start.line ?? 1;
const offsetOf = (node: Nodes) => node.position?.start.offset ?? 0;

function messageOf(error: unknown): string {
  const { reason, line } = error as { reason?: string; line?: number };
  return `${reason ?? 'it does not parse'}${line ? ` (line ${line})` : ''}`.slice(0, 300);
}
