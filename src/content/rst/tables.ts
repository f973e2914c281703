import { dedent } from '../markdown/dedent.ts';
import type { Nodes, RootContent, TableRow } from 'mdast';
import type { Parse } from './context.ts';

/** Maximum characters of a grid table. */
const maxGrid = 200_000;

/** Whether a line begins a grid table (`+---+`). */
export function startsGrid(line: string): boolean {
  return /^\+(?:[-=]+\+)+[ \t]*$/.test(line);
}

/** Whether a line begins a simple table (`===  ===`). */
export function startsSimple(line: string): boolean {
  return /^=+(?: +=+)+ *$/.test(line);
}

/** https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#grid-tables */
export function readGrid(lines: string[], parse: Parse): RootContent[] {
  const width = Math.max(...lines.map((line) => line.length));
  if (lines.length * width > maxGrid) return [{ type: 'code', value: lines.join('\n') }];
  const columns = columnsOf(lines);
  const rows: string[][][] = [];
  let cells: string[][] = columns.map(() => []);
  const endRow = (): void => {
    if (cells.some((cell) => cell.some((line) => line.trim() !== ''))) rows.push(cells);
    cells = columns.map(() => []);
  };
  for (const line of lines) {
    if (/^\+(?:[-=]+\+)+[ \t]*$/.test(line)) endRow();
    else for (const [at, piece] of pieces(line, columns)) cells[at]?.push(piece);
  }
  endRow();
  return tableOf(rows, parse);
}

/** Candidate column boundaries: every `+` of a border. */
function columnsOf(lines: string[]): [number, number][] {
  const marks = new Set<number>();
  for (const line of lines) {
    if (!line.startsWith('+')) continue;
    for (const { index } of line.matchAll(/\+/g)) marks.add(index);
  }
  const sorted = [...marks].sort((one, two) => one - two);
  return sorted.slice(1).map((end, at) => [(sorted[at] ?? 0) + 1, end]);
}

/** The cells of a line by column; a cell that spans columns belongs to its first column. */
function pieces(line: string, columns: [number, number][]): [number, string][] {
  const found: [number, string][] = [];
  let first = 0;
  for (const [at, [, end]] of columns.entries()) {
    const border = line.charAt(end);
    if (border !== '|' && border !== '+' && at < columns.length - 1) continue;
    const [start] = columns[first] ?? [0];
    const piece = line.slice(start, end);
    if (!/^[-=+]+$/.test(piece.trim()) || piece.trim() === '') found.push([first, piece]);
    first = at + 1;
  }
  return found;
}

/** https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#simple-tables */
export function readSimple(lines: string[], parse: Parse): RootContent[] {
  const columns = barsIn(lines[0] ?? '');
  const rows: Row[] = [];
  for (const line of lines.slice(1)) {
    const last = rows.at(-1);
    // Dashes below a row are its own columns, which span those of the table.
    if (/^-[- ]*$/.test(line) && last !== undefined) last.columns = barsIn(line);
    if (/^[=-]+(?: +[=-]+)* *$/.test(line) || line.trim() === '') continue;
    // A blank first cell continues the row above.
    if (line.slice(0, columns[1]?.[0]).trim() === '' && last !== undefined) last.lines.push(line);
    else rows.push({ columns, lines: [line] });
  }
  return tableOf(
    rows.map((row) =>
      row.columns.map(([start], at) =>
        row.lines.map((line) => line.slice(start, row.columns[at + 1]?.[0]).trimEnd()),
      ),
    ),
    parse,
  );
}

type Row = { columns: [start: number, end: number][]; lines: string[] };

function barsIn(border: string): Row['columns'] {
  return Array.from(border.matchAll(/[=-]+/g), ({ index, 0: bar }) => [index, index + bar.length]);
}

/** A table from rows of cells of lines; each cell becomes one line. */
export function tableOf(rows: string[][][], parse: Parse): RootContent[] {
  const made = rows.map((row): TableRow => ({
    type: 'tableRow',
    children: row.map((cell) => ({ type: 'tableCell', children: cellOf(parse.blocks(dedent(cell))) })),
  }));
  return made.length === 0 ? [] : [{ type: 'table', children: made }];
}

/** Blocks on one line, the items of lists too, separated by spaces. */
export function cellOf(blocks: Nodes[]): TableRow['children'][number]['children'] {
  return blocks.flatMap((block, at) => {
    const inline = inlineOf(block);
    return at === 0 ? inline : [{ type: 'text' as const, value: ' ' }, ...inline];
  });
}

function inlineOf(block: Nodes): TableRow['children'][number]['children'] {
  if (block.type === 'paragraph') return block.children;
  if (block.type === 'list' || block.type === 'listItem') return cellOf(block.children);
  return [block as never];
}
