import type { Heading, Root, RootContent } from 'mdast';
import type { Section } from '../page.ts';
import { chunkBlocks } from './chunk-section.ts';
import { blockText, inlineText } from './section-text.ts';

type OpenSection = { anchor: string | null; heading: string; headingPath: string[]; blocks: string[] };

/**
 * Cuts a readable page into sections at its headings. The first heading of level 1 is the page's title: what is
 * below it belongs to the page itself. A heading
 * with nothing of its own below it is not a section: its text leads the heading paths of those that follow.
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
      anchor: node.data?.anchor ?? null,
      heading,
      headingPath: [title, ...parents.map((parent) => parent.heading)],
      blocks: [],
    });
  }
  return sections.flatMap(closeSection);
}

/** The heading of level 1 that comes before any other heading. */
export function firstTitle(nodes: RootContent[]): Heading | null {
  const first = nodes.find((node) => node.type === 'heading');
  return first?.depth === 1 ? first : null;
}

function closeSection({ blocks, ...section }: OpenSection): Section[] {
  return chunkBlocks(blocks).map((text) => ({ ...section, text }));
}
