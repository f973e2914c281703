const row = /^([ \t]*):::[ \t]*row[ \t]*:::/;
const column = /^[ \t]*:::[ \t]*column\b(?!-)[^\n]*$/;
const columnEnd = /^[ \t]*:::[ \t]*column-end\b/;

/**
 * Moves what stands in a column to the place of its row. Authors indent it as in HTML, where other Markdown has code.
 * https://learn.microsoft.com/contribute/content/markdown-reference
 */
export function readColumns(body: string): string {
  let outer = '';
  /** The indent of the open column's text, once a line of it was seen. */
  let inner: string | null = null;
  let isOpen = false;
  const lines = body.split('\n').map((line) => {
    outer = row.exec(line)?.[1] ?? outer;
    if (column.test(line) || columnEnd.test(line)) {
      isOpen = column.test(line);
      inner = null;
      return outer + line.trimStart();
    }
    if (!isOpen || line.trim() === '') return line;
    inner ??= /^[ \t]*/.exec(line)![0];
    return line.startsWith(inner) ? outer + line.slice(inner.length) : line;
  });
  return lines.join('\n');
}
