import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * How to call Docent again, in what it tells people. `npx` runs a checkout's own command inside of it; anywhere else it
 * would run what the registry has under this name, which may be anybody's.
 */
export const program = isInCheckout(import.meta.dirname) ? 'npx docent' : 'docent';

function isInCheckout(folder: string): boolean {
  if (!existsSync(join(folder, 'package.json')))
    return dirname(folder) !== folder && isInCheckout(dirname(folder));
  return existsSync(join(folder, 'src/main.ts')) && !relative(folder, process.cwd()).startsWith('..');
}
