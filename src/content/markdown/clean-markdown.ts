import type { Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { EXIT, visit } from 'unist-util-visit';

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
  let clean = true;
  visit(root, (node) => {
    if (node.type !== 'element' && !node.type.startsWith('mdx')) return undefined;
    clean = false;
    return EXIT;
  });
  return clean;
}

/** A readable tree as Markdown. */
export function writeMarkdown(root: Root): string {
  return toMarkdown(root, { ...options, extensions: [...options.extensions] });
}
