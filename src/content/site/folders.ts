import { folderOf } from './paths.ts';

/** Characters. Folders of longer paths are not looked up. */
const maxPathLength = 2_000;

export function foldersAbove(file: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) folders.push(folder);
  return folders;
}

/** A folder and those above it: `docs/en`, `docs` and the root, ''. */
export const foldersFrom = (folder: string): string[] =>
  folder === '' ? [''] : [folder, ...foldersAbove(folder), ''];

/** The first of some folders that a path is or lies in, as its place among them; -1 when it lies in none. */
export function createFolderLookup(folders: readonly string[]): (path: string) => number {
  const places = new Map(folders.map((folder, at) => [folder, at] as const).toReversed());
  if (places.size === 0) return () => -1;
  return (path) => {
    const above = path.length > maxPathLength ? [] : foldersAbove(path);
    const found = [path, ...above].flatMap((one) => places.get(one) ?? []);
    return found.length === 0 ? -1 : Math.min(...found);
  };
}
