import type { Element, Nodes, Root } from 'hast';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Nodes as MarkdownNode, Root as Markdown } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { toString } from 'mdast-util-to-string';
import { markdownToMdast } from 'satteri';
import { lettersOf } from '../../lib/letters-of.ts';
import { serveSandbox } from '../../lib/sandbox/serve-sandbox.ts';
import { markLink } from './marked-link.ts';

type Heading = { heading: string; anchor: string | null };

type ViewSource = { kind: 'view'; markdown: string; url: string; headings: Heading[] };
type LinkSource = { kind: 'links'; markdown: string };
export type ViewTask = ViewSource | LinkSource;

/** Where a link's target stands in Markdown, and what it says. */
export type WrittenTarget = { start: number; end: number; target: string };

serveSandbox<ViewTask>(async (task) => (task.kind === 'view' ? viewOf(task) : writtenTargets(task.markdown)));

function viewOf({ markdown, url, headings }: ViewSource): string {
  const tree = markdownToMdast(markdown, { position: false, features: { frontmatter: false } }) as Markdown;
  // Raw HTML is dropped.
  const root = toHast(tree) as Root;
  nameHeadings(root, headings);
  const safe = sanitize(root, { ...defaultSchema, clobberPrefix: '' });
  markLinks(safe, url);
  return toHtml(safe);
}

/** The targets of links and definitions in their order; those of pictures are the site's. */
function writtenTargets(markdown: string): WrittenTarget[] {
  const tree = markdownToMdast(markdown, { position: true, features: { frontmatter: false } }) as Markdown;
  const found: WrittenTarget[] = [];
  const add = (pattern: RegExp, label: number, target: string): void => {
    pattern.lastIndex = label;
    const [, before = '', written = ''] = pattern.exec(markdown) ?? [];
    const start = label + before.length;
    const end = start + written.length;
    if (written !== '' && /^[\s)]?$/.test(markdown.charAt(end))) found.push({ start, end, target });
  };
  const visit = (node: MarkdownNode): void => {
    const start = node.position?.start.offset ?? 0;
    if (node.type === 'link') add(linked, node.children.at(-1)?.position?.end.offset ?? start + 1, node.url);
    if (node.type === 'definition') add(defined, endOfLabel(markdown, start), node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return found;
}

/** `](target`, where the label of a link ends. */
const linked = /(\]\(\s*)(<[^<>\n]*>|[^\s()<]+(?:\([^\s()]*\)[^\s()]*)*)/y;
/** `]: target`, where the label of a definition ends. */
const defined = /(\]:\s*)(<[^<>\n]*>|[^\s<]\S*)/y;

function endOfLabel(markdown: string, start: number): number {
  let end = markdown.indexOf(']', start);
  while (markdown[end - 1] === '\\') end = markdown.indexOf(']', end + 1);
  return end;
}

/** Gives headings the anchors that citations link to. */
function nameHeadings(root: Root, headings: readonly Heading[]): void {
  const anchors = new Map<string, Set<string>>();
  for (const { heading, anchor } of headings) {
    if (anchor === null) continue;
    const letters = lettersOf(heading).toLowerCase();
    // A long section consists of several parts.
    anchors.set(letters, (anchors.get(letters) ?? new Set()).add(anchor));
  }
  for (const element of elementsOf(root)) {
    if (!/^h[1-6]$/.test(element.tagName)) continue;
    const left = anchors.get(lettersOf(toString(element)).toLowerCase());
    const [anchor] = left ?? [];
    if (anchor === undefined) continue;
    left!.delete(anchor);
    element.properties['id'] = anchor;
  }
}

function markLinks(root: Nodes, url: string): void {
  const here = new URL(url, 'http://docs.invalid/');
  for (const element of elementsOf(root)) {
    const href = element.properties['href'];
    if (typeof href !== 'string' || href.startsWith('#')) continue;
    const target = URL.parse(href, here.href);
    delete element.properties['href'];
    if (target?.host === 'docs.invalid')
      Object.assign(element.properties, markLink(target.pathname, target.hash, ''));
    else if (target?.origin === here.origin)
      Object.assign(element.properties, markLink(target.pathname, target.hash, target.href));
    else if (target !== null) element.properties['href'] = target.href;
  }
}

function* elementsOf(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node;
  if ('children' in node) for (const child of node.children) yield* elementsOf(child);
}
