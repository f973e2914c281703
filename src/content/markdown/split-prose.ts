/** Whole lines of a page: prose, or fenced code with its fences. */
type Piece = { text: string; isCode: boolean };

/**
 * Splits a page into prose and fenced code. An unclosed fence runs to the end.
 * https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function splitProse(text: string): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  let fence: Fence | null = null;
  const endPiece = (end: number, isCode: boolean): void => {
    if (end > start) pieces.push({ text: text.slice(start, end), isCode });
    start = end;
  };
  for (const [from, to] of markedLines(text)) {
    const mark = fenceOf(text.slice(from, to));
    if (fence === null && mark !== null) {
      endPiece(from, false);
      fence = mark;
    } else if (fence !== null && closes(mark, fence)) {
      endPiece(to, true);
      fence = null;
    }
  }
  endPiece(text.length, fence !== null);
  return pieces;
}

/** Where lines begin and end that may be fences: most are not, and to look at each takes ten times as long. */
function* markedLines(text: string): Generator<[from: number, to: number]> {
  const marks = /`{3}|~{3}/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const from = text.lastIndexOf('\n', found.index) + 1;
    const next = text.indexOf('\n', found.index);
    const to = next < 0 ? text.length : next + 1;
    yield [from, to];
    marks.lastIndex = to;
  }
}

/** Answers whether an offset of a page lies in fenced code. */
export function fenceFinder(text: string): (at: number) => boolean {
  const code: [from: number, end: number][] = [];
  let end = 0;
  for (const piece of splitProse(text)) {
    const from = end;
    end += piece.text.length;
    if (piece.isCode) code.push([from, end]);
  }
  return (at) => code.some(([from, end]) => at >= from && at < end);
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
