import type { Table, TableRow } from 'mdast';
import type { Element } from './element.ts';

/** Rows and columns of a table, and characters of a cell; more is data to draw, not to read. */
const maxRows = 200;
const maxColumns = 8;
const maxCell = 500;

/** Fields that say how something looks, or where it leads. */
const unread =
  /^(?:icon|image|img|src|logo|avatar|class|className|style|color|id|key|slug|href|url|link|to|target|rel|width|height|alt)$/i;

/** What a component of a site's own is given as rows or as a list of objects, as tables: `<ApiTable rows={[['p', 'padding']]} />`. */
export function tablesOf({ attributes, children }: Element): Table[] {
  if (children.length > 0) return [];
  return Object.values(attributes).flatMap((value) => {
    const rows = rowsOf(value);
    const isTold = rows.some((row) => row.some((cell) => /\p{L}/u.test(cell)));
    return isTold ? [{ type: 'table', children: rows.map(rowOf) }] : [];
  });
}

function rowsOf(value: unknown): string[][] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRows) return [];
  const rows = value.every(Array.isArray) ? value.map((row) => row.map(cellOf)) : objectRows(value);
  const [first] = rows;
  const isTable =
    first !== undefined &&
    first.length > 1 &&
    first.length <= maxColumns &&
    rows.every((row) => row.length === first.length && row.every((cell) => cell !== null));
  return isTable ? (rows as string[][]) : [];
}

/** The names of the fields, then the values of each object. */
function objectRows(values: unknown[]): (string | null)[][] {
  const objects = values.filter(
    (one): one is Record<string, unknown> => Object.prototype.toString.call(one) === '[object Object]',
  );
  if (objects.length < values.length) return [];
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))].filter((name) => !unread.test(name));
  return [names, ...objects.map((one) => names.map((name) => cellOf(one[name] ?? '')))];
}

function cellOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, maxCell)
    : null;
}

function rowOf(cells: string[]): TableRow {
  return {
    type: 'tableRow',
    children: cells.map((value) => ({ type: 'tableCell', children: [{ type: 'text', value }] })),
  };
}
