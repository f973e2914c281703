import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a data folder if it is missing. A new one stays out of the repository that it may lie in. */
export function makeDataFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n', { mode: 0o600 });
}
