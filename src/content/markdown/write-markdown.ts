import type { Parents, Root, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown, type Info, type State } from 'mdast-util-to-markdown';

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

/**
 * Writes a text as the library does, which searches it for each of a hundred unsafe patterns: here only for those whose
 * character it has. Most of the time of writing a page went there.
 */
function writeText(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const all = state.unsafe;
  const written = info.before + node.value + info.after;
  state.unsafe = all.filter(({ character }) => written.includes(character));
  const text = defaultHandlers.text(node, parent, state, info);
  state.unsafe = all;
  return text;
}
