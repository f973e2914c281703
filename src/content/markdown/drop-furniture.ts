import type { Element, Nodes } from 'hast';
import type { Root } from 'mdast';
import { lettersOf } from '../../lib/letters-of.ts';
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
