import { createConfigReader } from './config/read-config.ts';
import { detectFramework } from './frameworks/detect-framework.ts';
import { openByConfigAbove } from './open-above.ts';
import type { RunTask } from './run-in-worker.ts';
import type { Above, FileText, FileTree } from './sources/file-tree.ts';

/** What is read of the configuration in the folders above when that is for these docs; null when it is not. */
export async function carriedAbove(
  tree: FileTree,
  run?: RunTask,
): Promise<[file: string, text: FileText][] | null> {
  const above = (await tree.above?.()) ?? null;
  if (above === null) return null;
  const own = await detectFramework(tree, createConfigReader(tree, run), {});
  if (own.isConfigured && own.isConfigHere) return null;
  const texts = new Map<string, FileText>();
  const read: Above['read'] = async (file) => {
    const text = await above.read(file);
    if (above.files.includes(file)) texts.set(file, text);
    return text;
  };
  const { detected } = await openByConfigAbove({ ...tree, above: async () => ({ ...above, read }) }, {}, run);
  return detected === null ? null : [...texts];
}
