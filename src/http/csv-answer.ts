import { toCsv } from './csv.ts';

/** The maximum number of rows in a file; larger exports need a shorter period. */
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
