import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { writeText } from './write-text.ts';

const options = {
  bullet: '-',
  rule: '-',
  fences: true,
  incrementListMarker: true,
  handlers: { text: writeText },
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
} as const;

/** Serializes a readable tree as Markdown. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, { ...options, extensions: [...options.extensions] });
}
