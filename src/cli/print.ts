import { cleanForTerminal } from '../lib/clean-text.ts';

/** Prints for people, without control characters: names, addresses and paths come from docs, readers and forges. */
export function print(text: string): void {
  console.log(cleanForTerminal(text));
}

/** Prints a list for people, one row a line; says on standard error when it is empty. */
export function printRows(rows: string[][], whenEmpty: string): void {
  if (rows.length === 0) console.error(whenEmpty);
  for (const row of rows) print(row.map((cell) => cell.replaceAll(/[\n\t]+/g, ' ')).join('  '));
}
