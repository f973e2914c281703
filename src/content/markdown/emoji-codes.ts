import type { Heading } from 'mdast';
import { toString } from 'mdast-util-to-string';

const code = /(?<![\w:]):[a-z\d_+-]{1,40}:(?![\w:])/g;

/** A heading's text without pictures and emoji codes such as `:rocket:`, which have no part in its anchor. */
export function withoutEmojiCodes(heading: Heading): string {
  // In code spans they are text: any other punctuation leaves the same anchor.
  const children = heading.children.map((node) =>
    node.type === 'inlineCode' ? { ...node, value: node.value.replaceAll(':', ';') } : node,
  );
  return toString({ ...heading, children }, { includeImageAlt: false }).replaceAll(code, '');
}
