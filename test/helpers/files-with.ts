import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file of a folder and of those in it. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The files of a folder that hold these bytes. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const found = [];
  for (const file of await filesOf(folder)) if ((await readFile(file)).includes(text)) found.push(file);
  return found;
}
