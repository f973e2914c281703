import type { Heading, Root, RootContent } from 'mdast';
import type { Section } from '../page.ts';
import { chunkBlocks } from './chunk-section.ts';
import { blockText, inlineText } from './section-text.ts';

type OpenSection = { anchor: string | null; heading: string; headingPath: string[]; blocks: string[] };

/**
 * Splits a readable page into sections at its headings. The first heading of level 1 is the page's title: the text
 * below it belongs to the page itself. A heading without text of its own is no section: it only appears in the heading
 * paths of the sections that follow.
 */
export function splitSections(root: Root, title: string): Section[] {
  const sections: OpenSection[] = [{ anchor: null, heading: title, headingPath: [title], blocks: [] }];
  const parents: { depth: number; heading: string }[] = [];
  const titleHeading = firstTitle(root.children);
  for (const node of root.children) {
    if (node === titleHeading) continue;
    if (node.type !== 'heading') {
      sections.at(-1)?.blocks.push(blockText(node));
      continue;
    }
    while ((parents.at(-1)?.depth ?? 0) >= node.depth) parents.pop();
    const heading = inlineText(node);
    parents.push({ depth: node.depth, heading });
    sections.push({
      // '' where the site gives the heading no id.
      anchor: node.data?.anchor || null,
      heading,
      headingPath: [title, ...parents.map((parent) => parent.heading)],
      blocks: [],
    });
  }
  return sections.flatMap(closeSection);
}

/** The first heading, if it is of level 1. */
export function firstTitle(nodes: RootContent[]): Heading | null {
  const first = nodes.find((node) => node.type === 'heading');
  return first?.depth === 1 ? first : null;
}

function closeSection({ blocks, ...section }: OpenSection): Section[] {
  return chunkBlocks(blocks).map((text) => ({ ...section, text }));
}
