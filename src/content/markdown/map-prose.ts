/**
 * Applies `change` to what stands outside of fenced code. Each piece given is whole lines.
 * The rule of fences: https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function mapProse(text: string, change: (prose: string) => string): string {
  const pieces: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/(?<=\n)/)) {
    const mark = fenceOf(line);
    if (fence === null && mark !== null) {
      pieces.push(change(prose.join('')));
      prose = [];
      fence = mark.row;
      pieces.push(line);
    } else if (fence === null) {
      prose.push(line);
    } else {
      pieces.push(line);
      if (mark?.row.startsWith(fence) && mark.info === '') fence = null;
    }
  }
  pieces.push(change(prose.join('')));
  return pieces.join('');
}

/** The row of backticks or tildes that opens or closes fenced code, also inside quotes and list items. */
function fenceOf(line: string): { row: string; info: string } | null {
  const match = /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)/.exec(line);
  const [, row, rest] = match ?? [];
  if (row === undefined || rest === undefined) return null;
  return row.startsWith('`') && rest.includes('`') ? null : { row, info: rest.trim() };
}
