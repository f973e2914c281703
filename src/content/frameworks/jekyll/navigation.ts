import { addToYaml } from '../../navigation/front-matter-lists.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries } from '../../navigation/yaml-entries.ts';

/** Page lists in a Jekyll site's data files. https://jekyllrb.com/tutorials/navigation/ */
export const jekyllNavigation: SiteFile = {
  fits: /(?:^|\/)_data\/(?:.*\/)?[^/]*(?:nav|toc|sidebar|menu|tutorials|docs)[^/]*\.ya?ml$/i,
  readNavigation: (text) =>
    yamlEntries(text, parseYaml(text).contents, {
      targets: ['link', 'url', 'path', 'page', 'href'],
      titles: ['title', 'text', 'name', 'label'],
    }),
};

/** Themes read page lists of other names, too. */
export const jekyllData: SiteFile = { fits: /(?:^|\/)_data\/.*\.ya?ml$/i };

/** `redirect_from` of the plugin jekyll-redirect-from. https://github.com/jekyll/jekyll-redirect-from */
export const jekyllRedirects: SiteFile = {
  inPage: '',
  plugin: 'jekyll-redirect-from',
  fits: /\.(?:md|markdown)$/i,
  addRedirect: (text, { url }) => addToYaml(text, 'redirect_from', url),
};
