import { createConfigReader } from './config/read-config.ts';
import { detectFramework } from './frameworks/detect-framework.ts';
import { openByConfigAbove } from './open-above.ts';
import type { Above, FileTree } from './sources/file-tree.ts';
import { pathOfAbove } from './sources/pushed-above.ts';

/**
 * The tree to push: the docs, and what was read of the configuration in the folders above when that is for these docs.
 * Nothing else above them leaves the machine.
 */
export async function carryAbove(tree: FileTree): Promise<FileTree> {
  const above = (await tree.above?.()) ?? null;
  if (above === null || above.files.length === 0) return tree;
  const own = await detectFramework(tree, createConfigReader(tree), {});
  if (own.isConfigured && own.isConfigHere) return tree;
  const texts = new Map<string, Awaited<ReturnType<Above['read']>>>();
  const read: Above['read'] = async (file) => {
    const text = await above.read(file);
    if (above.files.includes(file)) texts.set(file, text);
    return text;
  };
  const { detected } = await openByConfigAbove({ ...tree, above: async () => ({ ...above, read }) }, {});
  if (detected === null) return tree;
  const start = commonStart(above.folder, [...texts.keys()]);
  const carried = new Map(
    [...texts].map(([file, text]) => [
      pathOfAbove({ folder: above.folder.slice(start.length), file: file.slice(start.length) }),
      text,
    ]),
  );
  return {
    ...tree,
    files: [...tree.files, ...carried.keys()],
    read: async (file) => carried.get(file) ?? tree.read(file),
    versionOf: async (file) => (carried.has(file) ? null : ((await tree.versionOf?.(file)) ?? null)),
  };
}

/** The folders that the docs and all these files are in: their names say nothing about the docs. */
function commonStart(folder: string, files: string[]): string {
  let start = '';
  for (const part of folder.split('/').slice(0, -1)) {
    if (!files.every((file) => file.startsWith(`${start}${part}/`))) break;
    start += `${part}/`;
  }
  return start;
}
