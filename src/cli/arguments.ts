import { existsSync } from 'node:fs';
import { UsageError } from './usage-error.ts';
import { program } from '../lib/program.ts';

/** Options that several commands share. */
export const pathArgument = {
  type: 'positional',
  required: false,
  description: 'Folder with the docs (default: ./docs if it exists, else the current folder).',
} as const;

export const dataOption = {
  type: 'string',
  valueHint: 'DIR',
  description: 'Folder for the database and the indexes (default .docent-data).',
} as const;

export const jsonOption = { type: 'boolean', description: 'Print JSON.' } as const;

/**
 * The default folder of commands.
 * @throws UsageError for an address
 */
export function docsFolder(path: string | undefined): string {
  requireNoAddress(path);
  return path ?? (existsSync('docs') ? 'docs' : '.');
}

/**
 * Refuses an address in place of a folder, and says how docs are read from there.
 * @throws UsageError
 */
export function requireNoAddress(path: string | undefined): void {
  if (path === undefined || !/^([a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/i.test(path)) return;
  throw new UsageError(
    `${path} is an address and no folder. Add a project for it: ${program} projects add --site ${path}, or --git for a repository.`,
  );
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

/** @throws UsageError unless it is an address of the web */
export function webUrl(option: string, url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`--${option} takes an address that begins with http:// or https://, not "${url}".`);
}
