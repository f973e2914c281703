import { addToToml, addToYaml } from '../../navigation/front-matter-lists.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** Hugo's `aliases`. https://gohugo.io/content-management/urls/#aliases */
export const hugoRedirects: SiteFile = {
  inPage: '',
  fits: /\.(?:md|markdown)$/i,
  addRedirect: (text, { url }) => addToToml(text, 'aliases', url) ?? addToYaml(text, 'aliases', url),
};
