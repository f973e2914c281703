import { escapeHtml } from '../../../lib/escape-html.ts';
import type { Line } from './pdf-lines.ts';

/** Lines that are farther apart than this share of their size begin a new paragraph. */
const lineGap = 1.75;
/** Points by which cells of a column may begin apart. */
const sameColumn = 12;
const bullet = /^(?:[•◦▪‣·∙●○–]|[-*](?= ))\s*/;
const numbered = /^\(?\d{1,3}[.)] /;

type Group = { kind: 'text' | 'item' | 'code' | 'table'; lines: Line[] };

/** Lines as paragraphs, list items, code and tables, in HTML. */
export function blocksOf(lines: Line[]): string {
  const groups: Group[] = [];
  for (const [at, line] of lines.entries()) {
    const kind = kindOf(line, lines[at - 1], lines[at + 1]);
    const before = groups.at(-1);
    if (before !== undefined && goesOn(before, line, kind)) before.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups.map(htmlOf).join('\n');
}

function kindOf(line: Line, before: Line | undefined, after: Line | undefined): Group['kind'] {
  if (isRow(line) && (isRowWith(line, before) || isRowWith(line, after))) return 'table';
  if (line.isCode) return 'code';
  return bullet.test(line.text) || numbered.test(line.text) ? 'item' : 'text';
}

function isRow({ cells }: Line): boolean {
  return cells.length > 1 && !bullet.test(cells[0]!.text) && !numbered.test(`${cells[0]!.text} `);
}

/** Whether two lines have two cells that begin below each other. */
function isRowWith(line: Line, other: Line | undefined): boolean {
  if (other === undefined || !isRow(other)) return false;
  const same = line.cells.filter(({ x }) => other.cells.some((cell) => Math.abs(cell.x - x) <= sameColumn));
  return same.length > 1;
}

function goesOn({ kind: before, lines }: Group, line: Line, kind: Group['kind']): boolean {
  const last = lines.at(-1)!;
  const gap = last.y - line.y;
  if (kind === 'table' || kind === 'code') return before === kind;
  if (kind === 'item' || before === 'table' || before === 'code') return false;
  // A column or a page that begins goes on with the sentence above it.
  const isNear = gap < lineGap * last.size && gap > 0;
  return last.size === line.size && (isNear || (gap <= 0 && !/[.:!?]$/.test(last.text)));
}

function htmlOf({ kind, lines }: Group): string {
  switch (kind) {
    case 'code':
      return `<pre><code>${lines.map(({ text }) => escapeHtml(text)).join('\n')}</code></pre>`;
    case 'table':
      return tableOf(lines);
    case 'item':
      return `<ul><li>${escapeHtml(joined(lines).replace(bullet, ''))}</li></ul>`;
    default:
      return `<p>${escapeHtml(joined(lines))}</p>`;
  }
}

/** A word that is broken at the end of a line is one again. */
function joined(lines: Line[]): string {
  let text = '';
  for (const line of lines)
    text =
      /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)
        ? text.slice(0, -1) + line.text
        : `${text} ${line.text}`;
  return text.trim();
}

function tableOf(lines: Line[]): string {
  const columns: number[] = [];
  for (const { x } of lines.flatMap(({ cells }) => cells).toSorted((one, other) => one.x - other.x))
    if (columns.length === 0 || x - columns.at(-1)! > sameColumn) columns.push(x);
  const rows = lines.map(({ cells }) =>
    columns.map((x, nth) =>
      cells
        .filter((cell) => cell.x >= x - 0.01 && cell.x < (columns[nth + 1] ?? Infinity))
        .map(({ text }) => text)
        .join(' '),
    ),
  );
  const html = rows.map((row, at) => {
    const tag = at === 0 ? 'th' : 'td';
    return `<tr>${row.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  });
  return `<table><thead>${html[0]}</thead><tbody>${html.slice(1).join('')}</tbody></table>`;
}
