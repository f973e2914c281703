import { folderOf, joinPath } from '../../site/paths.ts';
import { findConfig } from '../find-config.ts';

/**
 * Where a file of an Astro site without Starlight is served, as a file: the route of a content collection most often has an
 * entry's path within the collection, and the collection's name only as a folder of its own.
 * https://docs.astro.build/en/guides/content-collections/#building-for-static-output-default
 */
export function placeInCollections(files: string[], docs: readonly string[]): (file: string) => string {
  const asIs = (file: string): string => file;
  const config = findConfig(files, /(?:^|\/)astro\.config\.[cm]?[jt]s$/);
  if (config === null) return asIs;
  const source = joinPath(folderOf(config), 'src');
  const [content, routes] = [`${source}/content/`, `${source}/pages/`];
  const folders = new Set(
    files.flatMap((file) => (file.startsWith(routes) ? folderOf(file.slice(routes.length)).split('/') : [])),
  );
  const place = (file: string): string => {
    if (!file.startsWith(content)) return file;
    const entry = file.slice(content.length);
    const [collection = '', ...rest] = entry.split('/');
    return rest.length === 0 || folders.has(collection) ? entry : rest.join('/');
  };
  return new Set(docs.map(place)).size === docs.length ? place : asIs;
}
