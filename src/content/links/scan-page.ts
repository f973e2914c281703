import type { Definition, Image, InlineCode, Link, Nodes, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { parseDocument } from 'yaml';
import { lineAt, lineStarts } from '../find-lines.ts';
import { splitFrontMatter, textField } from '../front-matter.ts';
import { type WrittenInclude, writtenIncludes } from '../includes/included-files.ts';
import { type FoundLink, type LinkForm, newFacts, type PageFacts } from './found-link.ts';
import { htmlLinks, jsxLinks, type Placed, scriptLinks, templateLinks, yamlLinks } from './found-values.ts';
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
 * @param asMdx whether its site compiles Markdown as MDX
 */
export function scanPage(
  path: string,
  text: string,
  forms: readonly LinkForm[] = [],
  asMdx = false,
): PageFacts {
  if (isRst(path)) return scanRst(text);
  if (isAsciidoc(path)) return scanAsciidoc(path, text);
  const facts = newFacts();
  const isCompiled = isMdx(path) || asMdx;
  const tree = parsePageTree(isCompiled ? text : blocksAsQuotes(text), isCompiled, (problem) => {
    if (isMdx(path)) facts.syntaxError = problem;
  });
  facts.title = textField(splitFrontMatter(text).data, 'title');
  const links: Placed[] = readFrontMatter(tree, text, facts);
  visit(tree, (node, index, parent) => {
    if (node.type === 'heading') {
      const heading = toString(node).replace(explicitId, '').trim();
      facts.headings.push({ text: heading, depth: node.depth, line: lineOf(node) });
    } else if (node.type === 'inlineCode')
      links.push(...readMystRole(node, parent?.children[(index ?? 0) - 1], text));
    else links.push(...linksOf(node, text));
  });
  const prose = blankCode(tree, text);
  links.push(...formLinks(prose, forms), ...templateLinks(prose));
  links.push(...writtenIncludes(text).flatMap(includeLink));
  facts.links = placeInLines(links, text);
  facts.title ??= facts.headings.find(({ depth }) => depth === 1)?.text ?? null;
  return facts;
}

/** A page's title by its beginning, without parsing it; null when that holds none. */
export function titleAtStart(path: string, head: string): string | null {
  const { data, body } = splitFrontMatter(head);
  const named = textField(data, 'title');
  if (named !== null) return named;
  if (isRst(path)) return scanRst(body).title;
  if (isAsciidoc(path)) return scanAsciidoc(path, body).title;
  const [, marked, underlined] = /^(?:#[ \t]+(\S.*)|(\S.*)\r?\n=+[ \t]*)$/m.exec(body) ?? [];
  return (marked ?? underlined)?.replace(explicitId, '').trim() ?? null;
}

/** The text with blanks for its code, so that what remains keeps its place. */
export function blankCode(tree: Root, text: string): string {
  const shown: string[] = [];
  let end = 0;
  visit(tree, (node) => {
    if (node.type !== 'code' && node.type !== 'inlineCode') return;
    const start = offsetOf(node);
    const after = node.position?.end.offset ?? start;
    shown.push(text.slice(end, start), text.slice(start, after).replace(/[^\n]/g, ' '));
    end = after;
  });
  return shown.join('') + text.slice(end);
}

/** The links with their lines; of two at the same place, the one that is sure to be a link. */
function placeInLines(links: readonly Placed[], text: string): FoundLink[] {
  const starts = lineStarts(text);
  const sure = new Set(links.filter(({ maybe }) => maybe !== true).map(({ start }) => start));
  return links
    .filter(({ start, maybe }) => maybe !== true || (!sure.has(start) && sure.add(start)))
    .map((link) => ({ ...link, line: lineAt(starts, link.start) }));
}

/** `@/` is the folder of VitePress's pages. */
function includeLink({ file, start }: WrittenInclude): Placed[] {
  if (file === '') return [];
  const target = file.startsWith('@/') ? file.slice(1) : undefined;
  const end = start + file.length;
  return [{ kind: 'link', url: file, alt: null, start, end, target, syntax: 'file', maybe: true }];
}

function formLinks(text: string, forms: readonly LinkForm[]): Placed[] {
  return forms.flatMap(({ pattern }, form) =>
    Array.from(text.matchAll(pattern), (match): Placed => {
      const url = match.slice(1).find((one) => one !== undefined)!;
      const start = match.index + match[0].lastIndexOf(url);
      return { kind: 'link', url, alt: null, start, end: start + url.length, form };
    }),
  );
}

/** A page as its site's own parser sees it; MDX that does not parse is read as Markdown, with the reason for `onError`. */
export function parsePageTree(text: string, asMdx: boolean, onError?: (problem: string) => void): Root {
  if (!asMdx) return markdown.parse(text);
  try {
    return mdx.parse(text);
  } catch (error) {
    onError?.(messageOf(error));
    return markdown.parse(text);
  }
}

/** @returns the links in it */
function readFrontMatter(tree: Root, text: string, facts: PageFacts): Placed[] {
  const first = tree.children[0];
  const [toml = ''] = /^\+{3}[ \t]*\r?\n[^]{0,20000}?\n\+{3}/.exec(text) ?? [];
  if (first?.type !== 'yaml') return scriptLinks(toml, 0);
  const document = parseDocument(first.value, { schema: 'core' });
  const [problem] = document.errors;
  if (problem !== undefined) {
    facts.frontMatterError = problem.message.split('\n')[0]!;
    return [];
  }
  return yamlLinks(document, first.value, text.indexOf('\n', offsetOf(first)) + 1);
}

function linksOf(node: Nodes, text: string): Placed[] {
  const from = offsetOf(node);
  const to = node.position?.end.offset;
  switch (node.type) {
    case 'link':
    case 'image':
    case 'definition': {
      const at = node.url === '' ? -1 : findDestination(node, text.slice(from, to));
      if (at < 0) return [];
      const start = from + at;
      const end = start + node.url.length;
      return node.type === 'image'
        ? [{ kind: 'image', url: node.url, alt: node.alt ?? '', start, end }]
        : [{ kind: 'link', url: node.url, alt: null, start, end }];
    }
    // The source is read, because the node leaves out how later lines of it are indented.
    case 'html':
      return htmlLinks(text.slice(from, to), from);
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return jsxLinks(node.name ?? '', node.attributes, text);
    case 'mdxjsEsm':
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return scriptLinks(text.slice(from, to), from);
    default:
      return [];
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
function readMystRole(node: InlineCode, before: Nodes | undefined, text: string): Placed[] {
  const name = before?.type === 'text' ? mystRole.exec(before.value)?.[1] : undefined;
  if (name === undefined || node.value.trim() === '') return [];
  const source = text.slice(offsetOf(node), node.position?.end.offset);
  return [roleLink(name, node.value, offsetOf(node) + source.indexOf(node.value))];
}

const lineOf = (node: Nodes) => node.position?.start.line ?? 1;
const offsetOf = (node: Nodes) => node.position?.start.offset ?? 0;

function messageOf(error: unknown): string {
  const { reason, line } = error as { reason?: string; line?: number };
  return `${reason ?? 'it does not parse'}${line ? ` (line ${line})` : ''}`.slice(0, 300);
}
