import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { writeText } from './write-text.ts';
import { allNodes } from './walk.ts';

const options = {
  bullet: '-',
  rule: '-',
  fences: true,
  incrementListMarker: true,
  handlers: { text: writeText },
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
} as const;

/**
 * Whether a page's source is readable Markdown, without HTML, components or explicit ids. Serializing such a page again
 * would take a third of its processing time and lose its author's style.
 */
export function isCleanMarkdown(root: Root, body: string): boolean {
  if (body.includes('{#') || body.includes('[#')) return false;
  return allNodes(root, ({ type }) => type !== 'element' && !type.startsWith('mdx'));
}

/** Serializes a readable tree as Markdown. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, { ...options, extensions: [...options.extensions] });
}
