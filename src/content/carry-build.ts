import { carryMap, mapBuild } from './built/build-map.ts';
import type { Build } from './site/build.ts';
import { openReading } from './reading/open-reading.ts';
import type { FileTree } from './sources/file-tree.ts';

/** The tree to push, with what the site's own build says of the docs. */
export async function carryBuild(tree: FileTree, docs: FileTree, build: Build): Promise<FileTree> {
  const reading = openReading();
  const matches = await reading.matchBuild(docs, build).finally(reading.close);
  return carryMap(tree, mapBuild(build, matches));
}
