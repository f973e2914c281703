import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

/** Redocly's `sidebars.yaml`. https://redocly.com/docs/realm/navigation/sidebars */
export const redoclyNavigation: SiteFile = {
  fits: /(?:^|\/)[\w.-]*sidebars?\.ya?ml$/,
  readNavigation: (text) =>
    yamlEntries(text, parseYaml(text).contents, { targets: ['page', 'link'], titles: ['label', 'group'] }),
};
