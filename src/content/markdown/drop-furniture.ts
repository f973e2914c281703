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
    return !mayBe || node.type !== 'list' || !isContents(node);
  });
  const isDropped = kept.length < tree.children.length;
  tree.children = kept;
  return isDropped;
}

/** Whether a list is of links alone, most of them to headings of its own page. */
function isContents(list: List): boolean {
  const targets = linkTargets(list) ?? [];
  const own = targets.filter((target) => target.startsWith('#')).length;
  return own >= minContents && own > targets.length / 2;
}

/** Where the items of a list lead; null when one is more than a link. */
function linkTargets(list: List): string[] | null {
  const targets: string[] = [];
  for (const node of list.children.flatMap(({ children }) => children)) {
    const own = node.type === 'list' ? linkTargets(node) : targetOf(node);
    if (own === null) return null;
    targets.push(...own);
  }
  return targets;
}

function targetOf(node: RootContent): string[] | null {
  const [link, ...others] = node.type === 'paragraph' ? node.children : [];
  return link?.type === 'link' && others.length === 0 ? [link.url] : null;
}
