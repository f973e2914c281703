/** Whole lines of a page: prose, or fenced code with its fences. */
type Piece = { text: string; isCode: boolean };

/**
 * Splits a page into prose and fenced code. An unclosed fence runs to the end.
 * https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function splitProse(text: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let fence: Fence | null = null;
  const endPiece = (isCode: boolean): void => {
    if (lines.length > 0) pieces.push({ text: lines.join(''), isCode });
    lines = [];
  };
  for (const line of text.split(/(?<=\n)/)) {
    const mark = fenceOf(line);
    if (fence === null && mark !== null) {
      endPiece(false);
      fence = mark;
      lines.push(line);
    } else if (fence !== null && closes(mark, fence)) {
      lines.push(line);
      endPiece(true);
      fence = null;
    } else {
      lines.push(line);
    }
  }
  endPiece(fence !== null);
  return pieces;
}

/** The text outside of fenced code. */
export function proseOf(text: string): string {
  return splitProse(text)
    .filter(({ isCode }) => !isCode)
    .map((piece) => piece.text)
    .join('\n');
}

/** Applies `change` to the text outside of fenced code, in pieces of whole lines. */
export function mapProse(text: string, change: (prose: string) => string): string {
  return splitProse(text)
    .map((piece) => (piece.isCode ? piece.text : change(piece.text)))
    .join('');
}

/** Applies `change` to the text outside of code spans in prose. */
export function mapOutsideCodeSpans(prose: string, change: (text: string) => string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 0: row, index } of prose.matchAll(/`+/g)) {
    if (index < from) continue;
    const end = closingRow(prose, row, index + row.length);
    if (end < 0) continue;
    kept.push(change(prose.slice(from, index)), prose.slice(index, end));
    from = end;
  }
  return [...kept, change(prose.slice(from))].join('');
}

/** The end of the backticks that close a code span in the same paragraph; -1 when none do. */
function closingRow(prose: string, row: string, from: number): number {
  const paragraphEnd = prose.indexOf('\n\n', from);
  const until = paragraphEnd < 0 ? prose.length : paragraphEnd;
  for (let at = prose.indexOf(row, from); at >= 0 && at < until; at = prose.indexOf(row, at + 1)) {
    if (prose[at - 1] !== '`' && prose[at + row.length] !== '`') return at + row.length;
  }
  return -1;
}

/** The backticks or tildes that open or close fenced code, the column where they begin, and what follows them. */
export type Fence = { row: string; column: number; info: string };

/** The fence on a line, also inside quotes and list items. */
export function fenceOf(line: string): Fence | null {
  const match = /^([ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}|~{3,})([^\n]*)/.exec(line);
  const [, before, row, rest] = match ?? [];
  if (before === undefined || row === undefined || rest === undefined) return null;
  if (row.startsWith('`') && rest.includes('`')) return null;
  // At most four columns for a tab: https://spec.commonmark.org/0.31.2/#tabs
  return { row, column: before.replaceAll('\t', '    ').length, info: rest.trim() };
}

/** Whether a line's fence closes the open one; one that is indented by four more is code of it. */
export function closes(mark: Fence | null, open: Fence): boolean {
  return mark !== null && mark.row.startsWith(open.row) && mark.info === '' && mark.column < open.column + 4;
}
