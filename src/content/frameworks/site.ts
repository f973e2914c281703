import { githubAnchors } from '../markdown/anchors.ts';
import type { Framework } from './framework.ts';
import { newPage, newSite } from './new-site.ts';

/** Pages that were fetched from a site: their addresses are known, and so are the ids of their headings. */
export const site: Framework = {
  name: 'site',
  async open({ files, site }, _readConfig, { baseUrl }) {
    if (site === undefined) return null;
    const pages = files.map((file) => {
      const isIndex = /(?:^|\/)index\.html$/.test(file);
      const path = isIndex ? file.replace(/\/?index\.html$/, '') : file;
      return newPage(file, path, { isIndex, dialects: site.dialects });
    });
    return newSite(pages, { addresses: { base: baseUrl ?? site.base, ending: '', folderEnding: '/' } });
  },
  includes: [],
  prepare: (body) => body,
  // Without an id there is nothing that a link can lead to.
  createAnchors: ({ dialects }) =>
    dialects[0] === 'html' ? (heading) => heading.data?.anchor ?? '' : githubAnchors(),
  movedPath: () => null,
};
