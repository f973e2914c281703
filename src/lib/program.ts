import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * The command for Docent in messages to people. Inside a checkout `npx` runs the checkout's own command; elsewhere
 * it would run whatever the registry has under this name.
 */
export const program = isInCheckout(import.meta.dirname) ? 'npx docent' : 'docent';

function isInCheckout(folder: string): boolean {
  if (!existsSync(join(folder, 'package.json')))
    return dirname(folder) !== folder && isInCheckout(dirname(folder));
  return existsSync(join(folder, 'src/main.ts')) && !relative(folder, process.cwd()).startsWith('..');
}
