import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A hash of the code that reads docs, and of the packages that it may use. Tests are left out. */
export function hashOfParser(): string {
  const hash = createHash('sha256');
  const folder = import.meta.dirname;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
    if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
      hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, '../../package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return hash
    .update(JSON.stringify([dependencies, devDependencies]))
    .digest('hex')
    .slice(0, 16);
}

let known: string | null = null;

/** Another one when the same source may give another page. A bundle holds it as a constant (`scripts/bundle.ts`). */
export function parserVersion(): string {
  known ??= hashOfParser();
  return known;
}
