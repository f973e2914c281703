/** `!!! note`, `??? tip`, `=== "Tab"`: https://squidfunk.github.io/mkdocs-material/reference/admonitions/ */
const marker = /^( *)(?:!!!|\?\?\?\+?|===[!+]?)[ ]+\S/;
const fence = /^ *(`{3,}|~{3,}(?!~))[^`]*$/;

/**
 * A page whose indented blocks of Python-Markdown are quotes, which other parsers read as text and not as code. Every
 * character keeps its place; code in these blocks is blank.
 */
export function blocksAsQuotes(text: string): string {
  if (!/^ *(?:!!!|\?\?\?|===)/m.test(text)) return text;
  const lines = text.split('\n');
  // Columns at which the blocks around a line begin.
  let around: number[] = [];
  let codeEnd = -1;
  const shown = lines.map((line, at) => {
    if (line.trim() === '') return line;
    if (at <= codeEnd) return around.length === 0 ? line : line.replace(/\S/g, ' ');
    const indent = line.search(/\S/);
    around = around.filter((column) => indent >= column + 4);
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) codeEnd = endOfCode(lines, at, mark, (around.at(-1) ?? -4) + 4);
    if (at <= codeEnd) return around.length === 0 ? line : line.replace(/\S/g, ' ');
    const quoted = around.reduce(
      (quote, column) => `${quote.slice(0, column)}>   ${quote.slice(column + 4)}`,
      line,
    );
    if (marker.test(line)) around = [...around, indent];
    return quoted;
  });
  return shown.join('\n');
}

/** The line that closes a fence within its block; -1 for a fence that is left open, which makes no code. */
function endOfCode(lines: readonly string[], start: number, mark: string, column: number): number {
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.trim() !== '' && line.search(/\S/) < column) return -1;
    if (line.trim().startsWith(mark) && /^[`~]+$/.test(line.trim())) return at;
  }
  return -1;
}
