import { asObject } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { findConfig } from './find-config.ts';
import { folderOf } from '../site/paths.ts';

type Manifest = { file: string; names: string[] };

/** Several frameworks ask for the same files. */
const read = new WeakMap<FileTree, Promise<Manifest[]>>();

/** The folder of the package.json that lists a dependency; null when none does. */
export async function dependsOn(tree: FileTree, name: RegExp): Promise<string | null> {
  const manifests = read.get(tree) ?? readManifests(tree);
  read.set(tree, manifests);
  const found = (await manifests).filter(({ names }) => names.some((one) => name.test(one)));
  const first = findConfig(
    found.map(({ file }) => file),
    /./,
    tree.files,
  );
  return first === null ? null : folderOf(first);
}

async function readManifests(tree: FileTree): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const file of tree.files.filter((one) => /(?:^|\/)package\.json$/.test(one)).slice(0, 200)) {
    const { text } = await tree.read(file);
    if (text !== null) manifests.push({ file, names: dependencies(text) });
  }
  return manifests;
}

function dependencies(text: string): string[] {
  try {
    const manifest = asObject(JSON.parse(text));
    return ['dependencies', 'devDependencies'].flatMap((key) => Object.keys(asObject(manifest[key])));
  } catch {
    return [];
  }
}
