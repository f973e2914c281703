/**
 * More than one space may follow the two dots of a directive, target, footnote or substitution, which some projects align
 * by four. After other dots the columns of a table may depend on them.
 */
export function closeUp(line: string): string {
  if (!line.includes('..  ')) return line;
  return line.replace(/^([ \t]*)\.\. +(?=_|\[|\|[^|]{1,200}\| \S|[\w:+.-]+::(?: |$))/, '$1.. ');
}
