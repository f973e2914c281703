/** The line that opens or closes a code block. `indent` is what precedes it: spaces, and a `>` for each quote. */
export type Fence = { text: string; indent: string; character: string; length: number };

const maxSpanLength = 200;

/**
 * The code fence at the start of a line; null when there is none, `wait` while that is undecided.
 * @param open the open fence, which only a fence of the same kind can close
 */
export function fenceOf(text: string, open: Fence | null, final: boolean): Fence | 'wait' | null {
  if (/^[ \t>]*(`{1,2}|~{1,2})?$/.test(text)) return final || text.length >= 200 ? null : 'wait';
  const match = /^([ \t>]*)(`{3,}|~{3,})([^\n]*)(\n?)/.exec(text);
  if (match === null) return null;
  const [line, indent = '', run = '', rest = '', newline] = match;
  if (newline === '' && !final && text.length < 200) return 'wait';
  const fence = { text: line, indent, character: run[0]!, length: run.length };
  if (open === null) return rest.includes('`') && fence.character === '`' ? null : fence;
  const closes =
    fence.character === open.character &&
    fence.length >= open.length &&
    rest.trim() === '' &&
    quoteDepth(fence.indent) === quoteDepth(open.indent) &&
    (fence.indent.length <= 3 || open.indent !== '');
  return closes ? fence : null;
}

/** Whether the line that begins here is outside of the quote of an open fence, which ends the code. */
export function leavesQuote(text: string, open: Fence, final: boolean): boolean | 'wait' {
  const depth = quoteDepth(open.indent);
  if (depth === 0) return false;
  const prefix = /^[ \t>]*/.exec(text)![0];
  if (quoteDepth(prefix) >= depth) return false;
  return prefix.length === text.length && !final && text.length < 200 ? 'wait' : true;
}

function quoteDepth(prefix: string): number {
  return prefix.split('>').length - 1;
}

/**
 * The end of the code span that begins at `at` with so many backticks; null when it does not end on its line. A span
 * that contains a `|` and a link could be cut by a table cell, so it is not treated as code; `\|` cuts none.
 * https://github.github.com/gfm/#example-200
 */
export function codeSpanEnd(text: string, at: number, ticks: number, final: boolean): number | 'wait' | null {
  const line = text.slice(at, at + maxSpanLength);
  const newline = line.indexOf('\n');
  const within = newline < 0 ? line : line.slice(0, newline);
  for (const { 0: closing, index } of within.slice(ticks).matchAll(/`+/g)) {
    const end = ticks + index + closing.length;
    if (end === line.length && !final && line.length < maxSpanLength) return 'wait';
    if (closing.length !== ticks) continue;
    const span = within.slice(0, end);
    return /(?<!(?<!\\)\\)\|/.test(span) && /\]\(|<\w/.test(span) ? null : at + end;
  }
  return newline >= 0 || final || line.length === maxSpanLength ? null : 'wait';
}
