import type { NavigationFormat } from './navigation.ts';
import { scriptEntries } from './script-entries.ts';
import { mainExport, parseScript } from './script-syntax.ts';

/** Docusaurus sidebars, one per version. https://docusaurus.io/docs/sidebar/items */
export const docusaurusNavigation: NavigationFormat = {
  framework: 'docusaurus',
  fits: (path) =>
    /(?:^|\/)(?:[\w-]*sidebars?)\.(?:[cm]?[jt]s|json)$/i.test(path) ||
    /(?:^|\/)[\w-]*versioned_sidebars\/[^/]+\.json$/.test(path),
  read(text, path) {
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
