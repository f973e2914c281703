import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const packageRoot = resolve(import.meta.dirname, '../../..');
export const sourceFolder = join(packageRoot, 'web/dashboard');

/** What identifies a state of the dashboard's sources; a few milliseconds. */
export async function hashSources(): Promise<string> {
  const files = await Array.fromAsync(glob('{*.*,src/**/*.*}', { cwd: sourceFolder }));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(sourceFolder, file)));
  return hash.digest('hex').slice(0, 16);
}
