import { posix } from 'node:path';
import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** Page lists in a Jekyll site's data files. https://jekyllrb.com/tutorials/navigation/ */
export const jekyllNavigation: NavigationFormat = {
  framework: 'jekyll',
  fits: (path) =>
    path.split('/').includes('_data') &&
    /\.ya?ml$/i.test(path) &&
    /nav|toc|sidebar|menu|tutorials|docs/i.test(posix.basename(path)),
  read: (text) =>
    yamlEntries(text, parseYaml(text).contents, {
      targets: ['link', 'url', 'path', 'page', 'href'],
      titles: ['title', 'text', 'name', 'label'],
    }),
};
