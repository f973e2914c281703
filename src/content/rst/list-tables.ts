import type { RootContent, TableCell, TableRow } from 'mdast';
import type { Parse } from './context.ts';
import { cellOf, tableOf } from './tables.ts';

/** A list of lists as rows and cells. */
export function readListTable(body: string[], parse: Parse): RootContent[] {
  const [list] = parse.blocks(body).filter((node) => node.type === 'list');
  if (list === undefined) return parse.blocks(body);
  const rows = list.children.map((item): TableRow => {
    const inner = item.children.find((child) => child.type === 'list');
    return {
      type: 'tableRow',
      children: (inner?.children ?? []).map((cell): TableCell => ({
        type: 'tableCell',
        children: cellOf(cell.children),
      })),
    };
  });
  return [{ type: 'table', children: rows.filter((row) => row.children.length > 0) }];
}

/** `:header:` and CSV lines with quoted values. */
export function readCsvTable(body: string[], options: Record<string, string>, parse: Parse): RootContent[] {
  const mark = options['delim'] ?? ',';
  const delimiter = mark === 'tab' ? '\t' : mark === 'space' ? ' ' : mark.charAt(0);
  const header = options['header'];
  const lines = [...(header === undefined ? [] : [header]), ...body].filter((line) => line.trim() !== '');
  return tableOf(
    joinQuoted(lines).map((line) => splitLine(line, delimiter).map((cell) => [cell])),
    parse,
  );
}

/** A quoted value may span lines. */
function joinQuoted(lines: string[]): string[] {
  const joined: string[] = [];
  let open: string[] = [];
  let quotes = 0;
  for (const line of lines) {
    open.push(line);
    quotes += line.split('"').length - 1;
    if (quotes % 2 !== 0) continue;
    joined.push(open.join(' '));
    [open, quotes] = [[], 0];
  }
  return open.length === 0 ? joined : [...joined, open.join(' ')];
}

function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = [''];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += letter;
  }
  return cells.map((cell) => cell.trim());
}
