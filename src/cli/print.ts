import { cleanForTerminal } from '../lib/clean-text.ts';

/** Prints for people. Names, addresses and paths come from the docs, their readers and forges. */
export function print(text: string): void {
  console.log(cleanForTerminal(text));
}

/** Prints a list for people, one row a line; when it is empty, says so where no program reads it. */
export function printRows(rows: string[][], whenEmpty: string): void {
  if (rows.length === 0) console.error(whenEmpty);
  for (const row of rows) print(row.map((cell) => cell.replaceAll(/[\n\t]+/g, ' ')).join('  '));
}
