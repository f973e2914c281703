/** The cells of a CSV text (https://www.rfc-editor.org/rfc/rfc4180), without lines that are empty; null when a quote does not close. */
export function parseCsv(text: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) return null;
    const [, quoted, plain = '', ending] = match;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (ending === ',') continue;
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
