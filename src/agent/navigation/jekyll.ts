import type { NavigationFormat } from './navigation.ts';
import { parseYaml, yamlEntries } from './yaml-entries.ts';

/** Lists of pages that a Jekyll site keeps as data for its templates. https://jekyllrb.com/tutorials/navigation/ */
export const jekyllNavigation: NavigationFormat = {
  framework: 'jekyll',
  fits: (path) =>
    /(?:^|\/)_data\/(?:[^/]+\/)*[^/]*(?:nav|toc|sidebar|menu|tutorials|docs)[^/]*\.ya?ml$/i.test(path),
  read: (text) =>
    yamlEntries(text, parseYaml(text).contents, {
      targets: ['link', 'url', 'path', 'page', 'href'],
      titles: ['title', 'text', 'name', 'label'],
    }),
};
