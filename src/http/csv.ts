/** Characters that start a formula in spreadsheets. https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same after a semicolon, tab or line break: Excel in most of Europe splits cells there, even within quotes.
 * List dashes are kept.
 */
const innerFormula = /([;\t\r\n]"?)(?=[=+@]|-\S)/g;

/** The header line of a file (RFC 4180), after the mark without which Excel does not read it as UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${columns.join(',')}\r\n`;
}

/** Rows as lines of CSV (RFC 4180), with an apostrophe before what a spreadsheet could run. */
export function csvLines<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string {
  return rows.map((row) => `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`).join('');
}

function cellOf(value: unknown): string {
  if (typeof value === 'number') return `${value}`;
  const text = textOf(value);
  const inside = text.replaceAll(innerFormula, "$1'");
  const harmless = formula.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Nothing for null, the name of a person or thing, the id of a commit, texts in a row; anything else as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(' ');
  if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') return value.name;
  if (typeof value === 'object' && 'sha' in value && typeof value.sha === 'string') return value.sha;
  return JSON.stringify(value);
}
