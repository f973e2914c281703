import { addToJson } from '../../navigation/script-lists.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** `redirects` of `docs.json`. https://www.mintlify.com/docs/create/redirects */
export const mintlifyRedirects: SiteFile = {
  fits: /(?:^|\/)(?:docs|mint)\.json$/,
  parts: [['redirects']],
  addRedirect: (text, from, to, path) => addToJson(text, path, from.url, to.url, ''),
};
