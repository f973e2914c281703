import type { DiffFile } from './read-diff.ts';

/** A folder with its content, or a file. */
export type TreeNode = { name: string; file: DiffFile | null; children: TreeNode[] };

/** Files by folder, sorted by name, folders first. A folder that contains only a folder shares its line. */
export function treeOf(files: readonly DiffFile[]): TreeNode[] {
  const root: TreeNode = { name: '', file: null, children: [] };
  for (const file of files) {
    const parts = file.path.split('/');
    let folder = root;
    for (const name of parts.slice(0, -1)) folder = childOf(folder, name);
    folder.children.push({ name: parts.at(-1)!, file, children: [] });
  }
  return tidied(root).children;
}

function childOf(folder: TreeNode, name: string): TreeNode {
  const known = folder.children.find((child) => child.file === null && child.name === name);
  if (known !== undefined) return known;
  const made = { name, file: null, children: [] };
  folder.children.push(made);
  return made;
}

function tidied(node: TreeNode): TreeNode {
  const children = node.children.map(tidied).sort(byKindAndName);
  const [only] = children;
  const isPassage = node.name !== '' && children.length === 1 && only!.file === null;
  return isPassage ? { ...only!, name: `${node.name}/${only!.name}` } : { ...node, children };
}

const byKindAndName = (a: TreeNode, b: TreeNode) =>
  Number(a.file !== null) - Number(b.file !== null) || (a.name < b.name ? -1 : 1);
