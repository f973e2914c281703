/**
 * Streaming text without parts that would look different later: a lone list marker or rule, a table without its
 * delimiter row, half of a link. Open marks are closed.
 */
export function steady(text: string): string {
  if (isInFence(text)) return text.replace(/\n *`{1,2}$/, '\n');
  const lines = text.split('\n');
  const last = lines.pop()!;
  const isTable = (line: string | undefined) => line !== undefined && /^\s*\|/.test(line);
  // The first line of a table is a paragraph until its second line is complete.
  if (isTable(last) && !isTable(lines.at(-2))) {
    if (isTable(lines.at(-1))) lines.pop();
    return lines.join('\n');
  }
  if (isTable(lines.at(-1)) && !isTable(lines.at(-2)) && last === '') return lines.slice(0, -1).join('\n');
  // Markers of lists, rules, headings, quotes and fences are ambiguous without their text.
  if (/^\s*([-*+_=#>`~|]{1,6}|\d{1,9}[.)]?|[-*+] \[.?\]?)\s*$/.test(last)) return lines.join('\n');
  return [...lines, closeMarks(last)].join('\n');
}

function isInFence(text: string): boolean {
  let open: string | undefined;
  for (const [, fence, info] of text.matchAll(/^ *(`{3,}|~{3,})([^\n]*)$/gm)) {
    if (open === undefined) open = fence!;
    else if (fence!.startsWith(open) && info!.trim() === '') open = undefined;
  }
  return open !== undefined;
}

/** In a longer line, marks are not closed until it is complete. */
const maxLineLength = 2_000;

/** Closes code, bold and italic that are open at the end of a line, and drops an incomplete link. */
function closeMarks(line: string): string {
  if (line.length > maxLineLength) return line;
  const codes = line.split('`').length - 1;
  if (codes % 2 === 1) return `${line.replace(/`$/, '')}${line.endsWith('`') ? '' : '`'}`;
  let text = line
    .replace(/!?\[[^\]]*(\]\([^)]*)?$/, '')
    .replace(/[*_]+$/, (marks, at: number) => (/\S/.test(line[at - 1] ?? ' ') ? marks : ''));
  const plain = text.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, '');
  const trimmed = text.trimEnd();
  for (const mark of ['**', '__', '~~']) {
    if ((plain.split(mark).length - 1) % 2 === 1) text = trimmed + mark;
  }
  return text;
}
