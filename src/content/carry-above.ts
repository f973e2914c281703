import { openReading } from './reading/open-reading.ts';
import type { FileTree } from './sources/file-tree.ts';
import { pathOfAbove } from './sources/pushed-above.ts';

/**
 * The tree to push: the docs, and what was read of the configuration in the folders above when that is for these docs.
 * Nothing else above them leaves the machine.
 */
export async function carryAbove(tree: FileTree): Promise<FileTree> {
  const above = (await tree.above?.()) ?? null;
  if (above === null || above.files.length === 0) return tree;
  const reading = openReading();
  const texts = await reading.findAbove(tree).finally(reading.close);
  if (texts === null) return tree;
  const start = commonStart(
    above.folder,
    texts.map(([file]) => file),
  );
  const carried = new Map(
    texts.map(([file, text]) => [
      pathOfAbove({ folder: above.folder.slice(start.length), file: file.slice(start.length) }),
      text,
    ]),
  );
  return {
    ...tree,
    root: undefined,
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
