import type { FileTree } from '../../src/content/sources/file-tree.ts';

/** A tree of files in memory; null is a file that cannot be read. */
export function treeOf(files: Record<string, string | null>): FileTree {
  return {
    name: 'test',
    files: Object.keys(files).sort(),
    warnings: [],
    read: async (file) => {
      const text = files[file] ?? null;
      return { text, warning: text === null ? 'cannot be read (EIO)' : null };
    },
  };
}
