/** The line that opens or closes a code block. `indent` is in characters. */
export type Fence = { text: string; indent: number; character: string; length: number };

const maxSpanLength = 200;

/**
 * The fence that `text`, the start of a line, is; null when it is not one, `wait` while that cannot be known.
 * @param open the fence that is open, which only its like can close
 */
export function fenceOf(text: string, open: Fence | null, final: boolean): Fence | 'wait' | null {
  if (/^[ \t]*(`{1,2}|~{1,2})?$/.test(text)) return final || text.length >= 200 ? null : 'wait';
  const match = /^([ \t]*)(`{3,}|~{3,})([^\n]*)(\n?)/.exec(text);
  if (match === null) return null;
  const [line, indentation = '', run = '', rest = '', newline] = match;
  if (newline === '' && !final && text.length < 200) return 'wait';
  const fence = { text: line, indent: indentation.length, character: run[0]!, length: run.length };
  if (open === null) return rest.includes('`') && fence.character === '`' ? null : fence;
  const closes =
    fence.character === open.character &&
    fence.length >= open.length &&
    rest.trim() === '' &&
    (fence.indent <= 3 || open.indent > 0);
  return closes ? fence : null;
}

/**
 * Where the code span ends that begins at `at` with so many backticks; null when it does not end on its line.
 * A span with a `|` and a link in it may be cut by a table, so it is not one.
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
    return span.includes('|') && /\]\(|<\w/.test(span) ? null : at + end;
  }
  return newline >= 0 || final || line.length === maxSpanLength ? null : 'wait';
}
