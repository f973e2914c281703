import type { Heading, Root, RootContent } from 'mdast';
import type { Section } from '../page.ts';
import { chunkBlocks } from './chunk-section.ts';
import { blockText, inlineText } from './section-text.ts';
import { splitTerms, type TextBlock } from './split-terms.ts';

type OpenSection = { anchor: string | null; heading: string; headingPath: string[]; blocks: TextBlock[] };

/**
 * Splits a readable page into sections at its headings. The first heading of level 1 is the page's title: the text
 * below it belongs to the page itself. A heading without text of its own is no section: it only appears in the heading
 * paths of the sections that follow.
 */
export function splitSections(root: Root, title: string): Section[] {
  const sections: OpenSection[] = [];
  const parents: { depth: number; heading: string; anchor: string | null }[] = [];
  const leave = (depth: number): void => {
    while ((parents.at(-1)?.depth ?? 0) >= depth) parents.pop();
  };
  const open = (): void => {
    const { heading, anchor } = parents.at(-1) ?? { heading: title, anchor: null };
    const headingPath = [title, ...parents.map((parent) => parent.heading)];
    sections.push({ anchor, heading, headingPath, blocks: [] });
  };
  open();
  const titleHeading = firstTitle(root.children);
  for (const node of root.children) {
    if (node === titleHeading) continue;
    if (node.type === 'heading') {
      leave(node.depth);
      // '' where the site gives the heading no id.
      parents.push({ depth: node.depth, heading: inlineText(node), anchor: node.data?.anchor || null });
      open();
    } else sections.at(-1)?.blocks.push(textBlock(node));
    const ended = node.data?.endsHeading;
    if (ended === undefined) continue;
    leave(ended);
    open();
  }
  return sections.flatMap(closeSection);
}

/** The first heading, if it is of level 1. */
export function firstTitle(nodes: RootContent[]): Heading | null {
  const first = nodes.find((node) => node.type === 'heading');
  return first?.depth === 1 ? first : null;
}

function closeSection({ blocks, ...section }: OpenSection): Section[] {
  return splitTerms(blocks).flatMap(({ term, texts }) => {
    const named = term && {
      anchor: term.anchor ?? section.anchor,
      headingPath: [...section.headingPath, term.text],
    };
    return chunkBlocks(texts).map((text) => ({ ...section, ...named, text }));
  });
}

function textBlock(node: RootContent): TextBlock {
  const text = blockText(node);
  const anchor = node.type === 'paragraph' ? node.data?.termAnchor : undefined;
  const endsTerms = node.data?.endsTerms === true;
  return { text, term: anchor === undefined ? null : { text, anchor }, endsTerms };
}
