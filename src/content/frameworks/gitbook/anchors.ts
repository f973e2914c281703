import type { Nodes } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { countedAnchors, type AnchorMaker } from '../../markdown/anchors.ts';
import { asElement, textAttribute } from '../../markdown/element.ts';

/**
 * GitBook: lower case, spaces become `-`, symbols are words (`<` is `less-than`), dots stay, a leading digit gets `id-`,
 * duplicates `-1`; an empty link with an id in a heading is its anchor.
 */
export function gitbookAnchors(): AnchorMaker {
  const counted = countedAnchors((heading) => slugify(toString(heading)), '-', 1);
  return (heading) => explicitId(heading.children) ?? counted(heading);
}

function explicitId(nodes: Nodes[]): string | null {
  const links = nodes.flatMap((node) => asElement(node) ?? []).filter(({ name }) => name === 'a');
  return links.map((link) => textAttribute(link, 'id')).find((id) => id !== null) ?? null;
}

/** As speakingurl, which GitBook's ids agree with, has them for English. https://www.npmjs.com/package/speakingurl */
const symbolWords: Record<string, string> = {
  '&': 'and',
  '|': 'or',
  '<': 'less than',
  '>': 'greater than',
};

function slugify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[&|<>]/g, (symbol) => ` ${symbolWords[symbol]} `)
    .trim()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s._-]/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^(\d)/, 'id-$1');
}
