import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** What is built for browsers: a folder each in `web/`. */
export type WebName = 'dashboard' | 'widget';

export const packageRoot = resolve(import.meta.dirname, '../../..');
export const sourceFolder = (name: WebName) => join(packageRoot, 'web', name);

/** What identifies a state of the sources; a few milliseconds. */
export async function hashSources(name: WebName): Promise<string> {
  const cwd = sourceFolder(name);
  const files = await Array.fromAsync(glob('{*.*,src/**/*.*}', { cwd }));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(cwd, file)));
  return hash.digest('hex').slice(0, 16);
}
