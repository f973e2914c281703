import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { allNodes } from './walk.ts';

const options = {
  bullet: '-',
  rule: '-',
  fences: true,
  incrementListMarker: true,
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
} as const;

/**
 * Whether a parsed page is Markdown that reads well as it is written, without HTML, components or explicit ids.
 * Writing such a page anew would take a third of the time that a page takes, and blur its author's style.
 */
export function isCleanMarkdown(root: Root, body: string): boolean {
  if (body.includes('{#') || body.includes('[#')) return false;
  return allNodes(root, ({ type }) => type !== 'element' && !type.startsWith('mdx'));
}

/** A readable tree as Markdown. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, { ...options, extensions: [...options.extensions] });
}
