import type { ContentWarning } from '../page.ts';
import type { FileTree, SitePage } from './file-tree.ts';

/** A page whose text was kept in a file of a store, and where it is. */
export type KeptPage = Pick<SitePage, 'url' | 'anchors' | 'dialects' | 'origin'> & {
  title: string;
  file: string;
};

/** Pages that were made of entries or documents and kept, as a source of their own. */
export function keptTree(
  name: string,
  base: string,
  store: { read(file: string): Promise<string> },
  pages: ReadonlyMap<string, KeptPage>,
  warnings: ContentWarning[],
): FileTree {
  const places = Array.from(pages, ([path, { title: _, file: _file, ...place }]): [string, SitePage] => [
    path,
    { ...place, path, isIndex: false },
  ]);
  return {
    name,
    files: [...pages.keys()].sort(),
    warnings,
    site: { base, dialects: ['markdown'], pages: new Map(places) },
    async read(path) {
      const page = pages.get(path);
      if (page === undefined) return { text: null, warning: 'is not there' };
      const text = await store.read(page.file);
      return { text: `---\ntitle: ${JSON.stringify(page.title)}\n---\n${text}`, warning: null };
    },
    async versionOf(path) {
      const page = pages.get(path);
      return page === undefined ? null : `${page.title}\0${page.file}`;
    },
  };
}
