import { addToYaml } from '../../navigation/front-matter-lists.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** `redirect_from` of the plugin jekyll-redirect-from. https://github.com/jekyll/jekyll-redirect-from */
export const jekyllRedirects: SiteFile = {
  inPage: '',
  plugin: 'jekyll-redirect-from',
  fits: /\.(?:md|markdown)$/i,
  addRedirect: (text, { url }) => addToYaml(text, 'redirect_from', url),
};
