import type { BaseFiles } from './base-files.ts';
import type { Overlay } from './workspace.ts';

/** Text files that differ between two commits, as in the later one; null for files that it removed. */
export async function changedTexts(before: BaseFiles, after: BaseFiles): Promise<Overlay> {
  const isChanged = (path: string) => before.entries.get(path)?.id !== after.entries.get(path)?.id;
  const texts = await after.read([...after.entries.keys()].filter(isChanged));
  const removed = [...before.entries.keys()].filter((path) => !after.entries.has(path));
  return Object.fromEntries([...texts, ...removed.map((path) => [path, null] as const)]);
}
