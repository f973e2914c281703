import { closeUp } from '../../rst/close-up.ts';

/** A line outside of code; `line` and `trimmed` are without blanks at the end. */
export type Line = { at: number; line: string; trimmed: string; indent: number };

/** A row of marks that underlines a title. */
export const adornment = /^([!-/:-@[-`{-~])\1{2,}$/;

/** Starts of literal blocks: code directives and `::`. */
const beginsLiteral =
  /^\s*\.\. (?:code-block|code|sourcecode|parsed-literal|doctest|testcode|testoutput|prompt)::|^(?!\s*\.\. ).*::$/;

/** The lines of a page, and those that are not blank, nor code, nor the row above a title. */
export function readLines(text: string, isMarkdown: boolean): { lines: string[]; readable: Generator<Line> } {
  const lines = text.split('\n').map(closeUp);
  return { lines, readable: readableLines(lines, isMarkdown) };
}

function* readableLines(lines: string[], isMarkdown: boolean): Generator<Line> {
  let fence: string | null = null;
  let isCode = false;
  /** The indent of the open literal block; -1 for none. */
  let literal = -1;
  for (const [at, written] of lines.entries()) {
    const line = written.trimEnd();
    // Rows of these marks underline titles in reStructuredText.
    const mark = isMarkdown ? /^(?:`{3,}|~{3,})/.exec(line)?.[0] : undefined;
    if (fence !== null && line.startsWith(fence) && /^([`~])\1*$/.test(line)) {
      fence = null;
      continue;
    }
    if (fence !== null && isCode) continue;
    if (fence === null && mark !== undefined) {
      fence = mark;
      isCode = !/^[`~]+\{(?:eval-rst|py:|glossary)/.test(line);
    }
    if (line === '') continue;
    const indent = leading(line);
    if (literal >= 0 && indent > literal) continue;
    literal = beginsLiteral.test(line) ? indent : -1;
    if (!isOverline(lines, at)) yield { at, line, trimmed: line.trimStart(), indent };
  }
}

function isOverline(lines: string[], at: number): boolean {
  const row = (lines[at] ?? '').trimEnd();
  return (
    adornment.test(row) && (lines[at + 1] ?? '').trim() !== '' && (lines[at + 2] ?? '').trimEnd() === row
  );
}

/** The number of blanks that a line begins with. */
export function leading(line: string): number {
  return line.length - line.trimStart().length;
}
