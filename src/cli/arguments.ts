import { existsSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/** Options that several commands share. */
export const pathArgument = {
  type: 'positional',
  required: false,
  description: 'Folder with the docs; without it ./docs if that exists, else the current folder.',
} as const;

export const dataOption = {
  type: 'string',
  valueHint: 'DIR',
  description: 'Folder for the database and the indexes (default .docent-data).',
} as const;

export const jsonOption = { type: 'boolean', description: 'Print JSON, for other programs.' } as const;

/** The default folder of commands. */
export function docsFolder(path: string | undefined): string {
  return path ?? (existsSync('docs') ? 'docs' : '.');
}

/**
 * Parses a whole number from the command line.
 * @throws UsageError
 */
export function wholeNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not "${text}".`);
}
