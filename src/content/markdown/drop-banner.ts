import type { Root } from 'mdast';
import { lettersOf } from '../../lib/letters-of.ts';
import { inlineText } from './section-text.ts';

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
