import type { Parents, Text } from 'mdast';
import { defaultHandlers, type Info, type State } from 'mdast-util-to-markdown';

/** Lines of letters and punctuation that means nothing in Markdown wherever it stands, each from a letter on. */
const harmless = /^[\p{L} ,;][^\t\r\n\\#&*<>@[\]_`~|=]*(?:(?<! )\n\p{L}[^\t\r\n\\#&*<>@[\]_`~|=]*)*$/u;

/** What becomes a link without marks: `http://`, `www.`. */
const linkLike = /[ps]:\/|w\.[-.\w]/i;

/** Punctuation that may mean something together with what follows the text. */
const openEnd = /[ !:.]$/;

const oneLine = new Set(['headingAtx', 'headingSetext', 'tableCell']);

/**
 * Writes a text as the library does, without its search for each of a hundred unsafe patterns where none can be: most of
 * the time of writing a page went there.
 */
export function writeText(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  return isHarmless(node.value, state, info) ? node.value : defaultHandlers.text(node, parent, state, info);
}

function isHarmless(value: string, { stack }: State, { before, after }: Info): boolean {
  if (!harmless.test(value) || linkLike.test(value)) return false;
  const isFirst = before === '' || /[\r\n]$/.test(before);
  if (isFirst && !/^\p{L}/u.test(value)) return false;
  if (openEnd.test(value) && (value.endsWith(' ') ? /^[\r\n]|^$/.test(after) : !/^[\r\n]|^$/.test(after)))
    return false;
  return !value.includes('\n') || !stack.some((construct) => oneLine.has(construct));
}
