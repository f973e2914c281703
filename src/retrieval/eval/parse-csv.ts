/** The cells of a CSV text (https://www.rfc-editor.org/rfc/rfc4180), no empty lines; null for an unclosed quote. */
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
