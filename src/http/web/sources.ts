import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../lib/package.ts';

/** The web apps, each a folder in `web/`. */
export type WebName = 'dashboard' | 'widget';

export const sourceFolder = (name: WebName) => join(packageRoot, 'web', name);

/** A fingerprint of the sources; takes a few milliseconds. The package has no sources: `packaged`. */
export async function hashSources(name: WebName): Promise<string> {
  const cwd = sourceFolder(name);
  if (!existsSync(cwd)) return 'packaged';
  const files = await Array.fromAsync(glob('{*.*,src/**/*.*}', { cwd }));
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(join(cwd, file)));
  return hash.digest('hex').slice(0, 16);
}
