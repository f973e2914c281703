import type { Element, Nodes } from 'hast';
import type { List, Root, RootContent } from 'mdast';
import { lettersOf } from '../../lib/letters-of.ts';
import { firstTitle } from './sections.ts';
import { inlineText } from './section-text.ts';

/**
 * Removes the marked blocks of a crawled page: links alone and what ends the page anywhere, other blocks only before the
 * first heading of the page's own. Afterwards an opening that many pages have is text, such as "Stability: stable".
 */
export function dropFurniture(tree: Nodes): void {
  const state = { isTop: true };
  drop(tree, state);
}

function drop(node: Nodes, state: { isTop: boolean }): void {
  if (!('children' in node)) return;
  const kept: Nodes[] = [];
  for (const child of node.children) {
    if (child.type === 'element') {
      if (isDropped(child, state.isTop)) continue;
      if (/^h[1-6]$/.test(child.tagName)) state.isTop = false;
    }
    drop(child, state);
    kept.push(child);
  }
  node.children = kept as typeof node.children;
}

function isDropped({ properties }: Element, isTop: boolean): boolean {
  const place = properties['dataFurniture'];
  return place === 'l' || place === 'b' || (place === 't' && isTop);
}

/**
 * Removes the product's name from above the title: `# Acme`, nothing, `## Hooks`, in `hooks.md`. Its pages would all
 * have one title.
 */
export function dropBanner(tree: Root, fileName: string): void {
  const [banner, title] = tree.children;
  if (banner?.type !== 'heading' || banner.depth !== 1 || title?.type !== 'heading') return;
  if (!isNamed(title, fileName) || isNamed(banner, fileName)) return;
  title.depth = 1;
  tree.children.shift();
}

function isNamed(heading: Parameters<typeof inlineText>[0], fileName: string): boolean {
  return lettersOf(inlineText(heading)).toLowerCase() === lettersOf(fileName).toLowerCase();
}

/** A shorter list may be what the text before it announces. */
const minContents = 3;
const namesContents =
  /^(?:(?:table of )?contents|toc|(?:on|in) this (?:page|article|guide)|inhalt(?:sverzeichnis)?)$/i;

/**
 * Removes a page's list of its own headings where the page opens, or below a heading that says so: it answers nothing, and
 * has words of every question that the page answers.
 * @returns whether there was one
 */
export function dropContents(tree: Root): boolean {
  const title = firstTitle(tree.children);
  let above = title;
  const kept = tree.children.filter((node) => {
    if (node.type === 'heading') above = node;
    const mayBe = above === title || namesContents.test(inlineText(above!));
    return !mayBe || node.type !== 'list' || (anchorLinksIn(node) ?? 0) < minContents;
  });
  const isDropped = kept.length < tree.children.length;
  tree.children = kept;
  return isDropped;
}

/** How many headings of its page a list leads to; null when it has other items. */
function anchorLinksIn(list: List): number | null {
  let count = 0;
  for (const node of list.children.flatMap(({ children }) => children)) {
    const own = node.type === 'list' ? anchorLinksIn(node) : isAnchorLink(node) ? 1 : null;
    if (own === null) return null;
    count += own;
  }
  return count;
}

function isAnchorLink(node: RootContent): boolean {
  if (node.type !== 'paragraph' || node.children.length !== 1) return false;
  const [link] = node.children;
  return link!.type === 'link' && link!.url.startsWith('#');
}
