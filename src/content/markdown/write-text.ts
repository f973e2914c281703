import type { Parents, Text } from 'mdast';
import { defaultHandlers, type Info, type State } from 'mdast-util-to-markdown';

/**
 * Writes a text as the library does, which searches it for each of a hundred unsafe patterns: here only for those whose
 * character it has. Most of the time of writing a page went there.
 */
export function writeText(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  const all = state.unsafe;
  const written = info.before + node.value + info.after;
  state.unsafe = all.filter(({ character }) => written.includes(character));
  const text = defaultHandlers.text(node, parent, state, info);
  state.unsafe = all;
  return text;
}
