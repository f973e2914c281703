import type { Root } from 'mdast';
import { splitProse } from './split-prose.ts';
import { walk } from './walk.ts';

/** What only formulas have: a command, or braces below or above the line. */
const latex = /\\[a-z]{2,}|[_^]\{/i;

/**
 * Whether prose has formulas between dollars. Few configurations say so in a way that can be read, and prices and
 * variables have dollars, too: `costs $5 and ${other}`.
 */
export function hasMath(text: string): boolean {
  if (!text.includes('$') || !latex.test(text)) return false;
  return splitProse(text).some(
    ({ text: prose, isCode }) =>
      !isCode &&
      prose
        .split('$')
        .slice(1, -1)
        .some((between) => !between.startsWith('{') && latex.test(between)),
  );
}

/** Turns the parser's formulas into code; what has quotes, or spaces at its ends, is text between two dollars. */
export function readMath(root: Root): void {
  walk(root, (node) => {
    const { type, value = '' } = node as { type: string; value?: string };
    if (type === 'math') Object.assign(node, { type: 'code', lang: 'latex', meta: null });
    if (type !== 'inlineMath') return;
    if (value === value.trim() && !/["']/.test(value)) Object.assign(node, { type: 'inlineCode' });
    else Object.assign(node, { type: 'text', value: `$${value}$` });
  });
}
