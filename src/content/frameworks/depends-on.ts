import { asObject } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { findConfig } from './find-config.ts';
import { folderOf } from './paths.ts';

/** The folder of the package.json that lists a dependency; null when none does. */
export async function dependsOn(tree: FileTree, name: RegExp): Promise<string | null> {
  const manifests = tree.files.filter((file) => /(?:^|\/)package\.json$/.test(file)).slice(0, 200);
  const found: string[] = [];
  for (const file of manifests) {
    const { text } = await tree.read(file);
    if (text !== null && dependencies(text).some((one) => name.test(one))) found.push(file);
  }
  const first = findConfig(found, /./, tree.files);
  return first === null ? null : folderOf(first);
}

function dependencies(text: string): string[] {
  try {
    const manifest = asObject(JSON.parse(text));
    return ['dependencies', 'devDependencies'].flatMap((key) => Object.keys(asObject(manifest[key])));
  } catch {
    return [];
  }
}
