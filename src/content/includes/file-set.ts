import type { FileTree } from '../sources/file-tree.ts';

const fileSets = new WeakMap<FileTree, Set<string>>();

/** The files of a tree as a set. */
export function fileSet(tree: FileTree): Set<string> {
  const known = fileSets.get(tree) ?? new Set(tree.files);
  fileSets.set(tree, known);
  return known;
}
