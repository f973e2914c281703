import { basename } from 'node:path/posix';
import type { FileTree } from '../sources/file-tree.ts';

const fileSets = new WeakMap<FileTree, Set<string>>();

/** The files of a tree as a set. */
export function fileSet(tree: FileTree): Set<string> {
  const known = fileSets.get(tree) ?? new Set(tree.files);
  fileSets.set(tree, known);
  return known;
}

/** Whether a tree has a file, without a linear search. */
export function hasFile(tree: FileTree, file: string): boolean {
  return fileSet(tree).has(file);
}

const byName = new WeakMap<FileTree, Map<string, string[]>>();

/** The files of a tree with a name. */
export function filesNamed(tree: FileTree, name: string): string[] {
  const known = byName.get(tree) ?? Map.groupBy(tree.files, (file) => basename(file));
  byName.set(tree, known);
  return known.get(name) ?? [];
}
