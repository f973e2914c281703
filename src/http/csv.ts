/** Characters that start a formula in spreadsheets. https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[=+\-@\t\r]/;

/** Rows as CSV with a header line (RFC 4180); a cell that a spreadsheet could run is prefixed with an apostrophe. */
export function toCsv<Row extends Record<string, string | number>>(
  rows: Row[],
  columns: (keyof Row & string)[],
): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column]!)).join(','));
  return [columns.join(','), ...lines, ''].join('\r\n');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return `${value}`;
  const harmless = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
