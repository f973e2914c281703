import { walkObjects } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { joinPath } from '../site/paths.ts';

/** The JSON and YAML files of the tree that a configuration names anywhere, relative to its own folder. */
export function namedFiles(tree: FileTree, root: string, config: unknown): string[] {
  const files = new Set(tree.files);
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'string' || !/\.(?:json|ya?ml)$/.test(value) || value.includes('://')) return;
    const file = joinPath(root, value);
    if (files.has(file)) found.add(file);
  };
  walkObjects(config, (object) => {
    for (const value of Object.values(object)) {
      if (Array.isArray(value)) value.forEach(look);
      else look(value);
    }
  });
  return [...found];
}
