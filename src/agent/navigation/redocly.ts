import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** Redocly's `sidebars.yaml`. https://redocly.com/docs/realm/navigation/sidebars */
export const redoclyNavigation: NavigationFormat = {
  framework: 'redocly',
  fits: (path) => /(?:^|\/)[\w.-]*sidebars?\.ya?ml$/.test(path),
  read: (text) =>
    yamlEntries(text, parseYaml(text).contents, { targets: ['page', 'link'], titles: ['label', 'group'] }),
};
