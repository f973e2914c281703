import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';
import { mintlifyAnchors } from '../../markdown/mintlify-anchors.ts';
import type { SitePage } from '../../sources/file-tree.ts';
import type { Framework } from '../framework.ts';
import { newPage, newSite } from '../new-site.ts';

/** Pages crawled from a site: their URLs are known, and usually the ids of their headings. */
export const site: Framework<Pick<SitePage, 'anchors'>> = {
  name: 'site',
  async open({ site }, _readConfig, { baseUrl }) {
    if (site === undefined) return null;
    const base = baseUrl ?? site.base;
    const pages = [...site.pages].map(([file, { path, isIndex, url, anchors, dialects, origin }]) =>
      newPage(file, path, {
        isIndex,
        dialects: dialects ?? site.dialects,
        facts: { anchors },
        ...(url !== undefined && { url: url.startsWith('/') ? `${base}${url}` : url }),
        ...(origin !== undefined && { origin }),
      }),
    );
    return newSite(pages, { addresses: { base, ending: '', folderEnding: '/' } });
  },
  createAnchors: ({ facts }) => anchorMakers[facts?.anchors ?? 'none'](),
};

const anchorMakers: Record<SitePage['anchors'], () => AnchorMaker> = {
  // A heading without an id has no anchor.
  ids: () => (heading) => heading.data?.anchor ?? '',
  github: githubAnchors,
  mintlify: mintlifyAnchors,
  none: () => () => '',
};
