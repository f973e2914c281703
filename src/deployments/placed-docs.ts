import { createHash } from 'node:crypto';
import type { Page } from '../content/page.ts';
import type { ListedDocs } from '../content/reading/open-reading.ts';
import type { ListedFile } from '../content/reading/reading-tasks.ts';
import { type ProjectSource, weightOf } from '../store/project-sources.ts';

/** The docs of one source, with its files as the project names them. */
export type PlacedDocs = {
  docs: ListedDocs;
  /** Prefix of file names. */
  name: string;
  /** Prefix of paths. */
  prefix: string;
  /** Named uniquely among all sources; hashes include their place in the project. */
  files: ListedFile[];
  /** Moves a page of these docs to its place in the project. */
  place: (page: Page) => Page;
};

export function placeDocs(docs: ListedDocs, name: string, prefix: string, source: ProjectSource): PlacedDocs {
  const { groups = [] } = source;
  const weight = weightOf(source);
  const said = groups.length === 0 && weight === 1 ? '' : `\0${JSON.stringify([groups, weight])}`;
  const isElsewhere = name !== '' || prefix !== '' || said !== '';
  const placedHash = (hash: string): string =>
    isElsewhere ? createHash('sha256').update(`${name}\0${prefix}\0${hash}${said}`).digest('hex') : hash;
  return {
    docs,
    name,
    prefix,
    files: docs.files.map((entry) => ({ ...entry, file: name + entry.file, hash: placedHash(entry.hash) })),
    place: (page) => ({
      ...page,
      file: name + page.file,
      hash: placedHash(page.hash),
      path: below(prefix, page.path),
      groups: page.groups.length > 0 ? page.groups : groups,
      ...(page.origin !== undefined && { origin: { ...page.origin, weight: weight * page.origin.weight } }),
      // An absolute address already includes the prefix, through the base URL.
      url: page.url.startsWith('/') && prefix !== '' ? `/${prefix}${page.url}` : page.url,
    }),
  };
}

/** A path of a source as the project names it. */
export function below(prefix: string, path: string): string {
  return [prefix, path].filter((part) => part !== '').join('/');
}
