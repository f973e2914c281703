import { isDeeperThan } from '../../lib/json-depth.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import { asList, asObject, asText } from '../config/values.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { folderOf, joinPath } from '../site/paths.ts';

/** A file that is no more, and where its readers are sent. */
export type Move = { from: string; to: string };

/** Of the root, and of folders for themselves: `.openpublishing.redirection.search.json`. */
const redirection = /(?:^|\/)\.openpublishing\.redirection[^/]*\.json$/;

/** Levels of JSON. These files have three. */
const maxDepth = 20;

/**
 * The redirects of Microsoft Learn. `source_path` is relative to the file that names it, `source_path_from_root` to the
 * repository, as in the `RedirectionProvider` of DocFX 3, from which Learn is built.
 */
export async function readMoves(tree: FileTree, readConfig: ReadConfig, repository: string): Promise<Move[]> {
  const moves: Move[] = [];
  for (const file of tree.files.filter((one) => redirection.test(one))) {
    const { redirections } = await readObject(tree, readConfig, file);
    // An object of sources and targets is allowed in place of the list.
    const items = Array.isArray(redirections)
      ? asList(redirections).map(asObject)
      : Object.entries(asObject(redirections)).map(([from, to]) => ({ source_path: from, redirect_url: to }));
    for (const item of items) {
      const from = sourceOf(item, folderOf(file), repository);
      const to = asText(item['redirect_url']);
      if (from !== null && to !== null) moves.push({ from, to: onLearn(to) });
    }
  }
  return moves;
}

/** These lists may be longer than what is read as configuration, and JSON takes no sandbox. */
async function readObject(
  tree: FileTree,
  readConfig: ReadConfig,
  file: string,
): Promise<Record<string, unknown>> {
  const { text } = await tree.read(file);
  if (text === null || isDeeperThan(text, maxDepth)) return {};
  try {
    return asObject(JSON.parse(text));
  } catch {
    return asObject((await readConfig(file))['default']);
  }
}

function sourceOf(item: Record<string, unknown>, folder: string, repository: string): string | null {
  const rooted = asText(item['source_path_from_root']);
  if (rooted !== null) return joinPath(repository, rooted);
  const path = asText(item['source_path']);
  if (path === null) return null;
  if (path.startsWith('~/')) return joinPath(repository, path.slice(1));
  // In a folder's own file, many write it from the root nevertheless.
  const fromRoot = joinPath(repository, path);
  return fromRoot.startsWith(`${folder}/`) ? fromRoot : joinPath(folder, path);
}

/** The host itself and a language go without saying. */
function onLearn(to: string): string {
  return to
    .replace(/^https?:\/\/(?:learn|docs)\.microsoft\.com(?=\/)/i, '')
    .replace(/^\/[a-z]{2}-[a-z]{2}(?=\/)/i, '');
}
