import type { SiteFile } from '../../navigation/site-file.ts';
import { scriptEntries } from '../../navigation/script-entries.ts';
import { mainExport, parseScript } from '../../navigation/script-syntax.ts';

/** Docusaurus sidebars, one per version. https://docusaurus.io/docs/sidebar/items */
export const docusaurusNavigation: SiteFile = {
  fits: /(?:^|\/)(?:[\w-]*sidebars?\.(?:[cm]?[jt]s|json)|[\w-]*versioned_sidebars\/[^/]+\.json)$/i,
  // The sidebars of a version name its pages.
  rootsOf(file, sourceRoots) {
    const version = /versioned_sidebars\/([^/]+)-sidebars\.json$/.exec(file)?.[1];
    return version === undefined ? [] : sourceRoots.filter((root) => root.endsWith(`/${version}`));
  },
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const main = mainExport(root);
    return scriptEntries(text, root, main === null ? [] : [main], {
      targets: ['id'],
      titles: ['label'],
      ignored: ['href', 'type', 'customProps', 'className', 'value'],
      folders: ['dirName'],
      texts: true,
    });
  },
};
