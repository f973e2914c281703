import { toCsv } from './csv.ts';

/** Most rows that a file holds; who needs more narrows the time. */
export const maxCsvRows = 10_000;

/** Rows as a file for spreadsheets. */
export function csv<Row extends Record<string, string | number>>(
  headers: Record<string, string>,
  name: string,
  rows: Row[],
  columns: (keyof Row & string)[],
): Response {
  return new Response(toCsv(rows, columns), {
    headers: {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  });
}
