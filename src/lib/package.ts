import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const description = findPackageJSON(import.meta.url)!;

/** The folder in which Docent is installed, as a package or as a checkout. */
export const packageRoot = dirname(description);

export const { version } = JSON.parse(readFileSync(description, 'utf8')) as { version: string };
