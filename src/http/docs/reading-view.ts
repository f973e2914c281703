import { hash } from 'node:crypto';
import type { Element, Nodes, Root } from 'hast';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Root as Markdown } from 'mdast';
import { toHast } from 'mdast-util-to-hast';
import { toString } from 'mdast-util-to-string';
import { markdownToMdast } from 'satteri';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { IndexedPage, IndexedSection } from '../../retrieval/read-page.ts';

/** Characters of a page that are rendered; a longer page is shown as plain text. */
const maxLength = 300_000;

const style = `
:root{color-scheme:light dark;font:16px/1.65 system-ui,sans-serif}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem 6rem;overflow-wrap:break-word}
header{display:flex;gap:1rem;justify-content:space-between;padding-bottom:.75rem;border-bottom:1px solid #8885}
a{color:light-dark(#2449bb,#9db4ff)}
h1,h2,h3,h4{line-height:1.25;scroll-margin-top:1rem}
:target{background:light-dark(#fff3c4,#4a3f14)}
pre,code{font:.9em/1.5 ui-monospace,monospace;background:#8882;border-radius:4px}
code{padding:.1em .3em}pre{padding:.9rem;overflow:auto}pre code{padding:0;background:none}
table{border-collapse:collapse;display:block;overflow:auto}th,td{border:1px solid #8885;padding:.35rem .6rem;text-align:start}
img{max-width:100%}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}
`;

/** No scripts, and nothing from other hosts but images. */
export const readingViewPolicy = {
  'content-security-policy': `default-src 'none'; img-src https:; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export type View = {
  page: IndexedPage;
  sections: readonly IndexedSection[];
  siteName: string;
  /** The reading view's address of a page, by its address on the site; undefined when there is none. */
  addressOf(target: string): string | undefined;
};

/** A page as HTML, for docs without a site that citations could link to. */
export function readingView(view: View): string {
  const { page, siteName } = view;
  const site = page.url.startsWith('http') ? `<a href="${escapeHtml(page.url)}">On the site</a>` : '';
  return `<!doctype html>
<html lang="${escapeHtml(page.language ?? 'en')}" dir="auto">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} – ${escapeHtml(siteName)}</title>
<style>${style}</style>
<header><span>${escapeHtml(siteName)}</span>${site}</header>
<main>
${bodyOf(view)}
</main>
</html>
`;
}

function bodyOf(view: View): string {
  const { markdown } = view.page;
  if (markdown.length > maxLength) return `<pre>${escapeHtml(markdown)}</pre>`;
  try {
    return layOut(view);
  } catch (error) {
    // Nested too deeply for the stack.
    if (!(error instanceof RangeError)) throw error;
    return `<pre>${escapeHtml(markdown)}</pre>`;
  }
}

function layOut(view: View): string {
  const { markdown } = view.page;
  const tree = markdownToMdast(markdown, { position: false, features: { frontmatter: false } }) as Markdown;
  // Raw HTML is dropped.
  const root = toHast(tree) as Root;
  nameHeadings(root, view.sections);
  pointLinks(root, view);
  return toHtml(sanitize(root, { ...defaultSchema, clobberPrefix: '' }));
}

/** Gives headings the anchors that citations link to. */
function nameHeadings(root: Root, sections: readonly IndexedSection[]): void {
  const anchors = new Map<string, string[]>();
  for (const { heading, anchor } of sections) {
    const known = anchors.get(lettersOf(heading)) ?? [];
    // A long section consists of several parts.
    if (anchor !== null && !known.includes(anchor)) anchors.set(lettersOf(heading), [...known, anchor]);
  }
  for (const element of elementsOf(root)) {
    if (!/^h[1-6]$/.test(element.tagName)) continue;
    const anchor = anchors.get(lettersOf(toString(element)))?.shift();
    if (anchor !== undefined) element.properties['id'] = anchor;
  }
}

/** Links to pages of the docs point to their reading view; broken links become text. */
function pointLinks(root: Root, { page, addressOf }: View): void {
  const here = new URL(page.url, 'http://docs.invalid/');
  for (const element of elementsOf(root)) {
    const href = element.properties['href'];
    if (typeof href !== 'string' || href.startsWith('#')) continue;
    const target = URL.parse(href, here.href);
    const isInside = target !== null && (target.origin === here.origin || target.host === 'docs.invalid');
    const address = isInside ? addressOf(target.pathname) : undefined;
    if (address !== undefined) element.properties['href'] = address + target!.hash;
    else if (target === null || target.host === 'docs.invalid') delete element.properties['href'];
    else element.properties['href'] = target.href;
  }
}

function* elementsOf(node: Nodes): Generator<Element> {
  if (node.type === 'element') yield node;
  if ('children' in node) for (const child of node.children) yield* elementsOf(child);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
