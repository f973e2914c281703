import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** `_toc.yml` of a Jupyter Book. https://sphinx-external-toc.readthedocs.io/en/latest/user_guide/sphinx.html */
export const jupyterBookNavigation: NavigationFormat = {
  framework: 'sphinx',
  fits: (path) => /(?:^|\/)_toc\.ya?ml$/.test(path),
  read: (text) =>
    yamlEntries(text, parseYaml(text).contents, { targets: ['file', 'root'], titles: ['title', 'caption'] }),
};
