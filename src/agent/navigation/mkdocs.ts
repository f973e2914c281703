import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** `nav` of MkDocs. https://www.mkdocs.org/user-guide/configuration/#nav */
export const mkdocsNavigation: NavigationFormat = {
  framework: 'mkdocs',
  fits: (path) => /(?:^|\/)(?:mkdocs|properdocs)[\w.-]*\.ya?ml$/.test(path),
  read: (text) => yamlEntries(text, parseYaml(text).get('nav', true), { targets: null, titles: [] }),
};
