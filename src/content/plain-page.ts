import { chunkBlocks } from './markdown/chunk-section.ts';
import type { Section } from './page.ts';

/** The text of a page that could not be parsed, as sections without anchors. Takes linear time. */
export function plainSections(text: string, title: string): Section[] {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/).map((block) => block.trim());
  return chunkBlocks(blocks).map((chunk) => ({
    anchor: null,
    heading: title,
    headingPath: [title],
    text: chunk,
  }));
}
