import { scriptEntries } from '../../navigation/script-entries.ts';
import { addToJson } from '../../navigation/script-lists.ts';
import { parseScript, propertyOf } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** `docs.json` and the older `mint.json`. https://www.mintlify.com/docs/organize/navigation */
export const mintlifyNavigation: SiteFile = {
  fits: /(?:^|\/)(?:docs|mint)\.json$/,
  parts: [['navigation']],
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const navigation = propertyOf(root, 'navigation');
    return scriptEntries(text, root, navigation === null ? [] : [navigation], {
      targets: ['root'],
      titles: ['group', 'tab', 'anchor', 'version', 'language', 'dropdown', 'item', 'name'],
      ignored: ['tags', 'openapi', 'asyncapi', 'icon', 'href', 'global', 'hidden'],
      texts: true,
    });
  },
};

/** `redirects` of `docs.json`. https://www.mintlify.com/docs/create/redirects */
export const mintlifyRedirects: SiteFile = {
  fits: /(?:^|\/)(?:docs|mint)\.json$/,
  parts: [['redirects']],
  addRedirect: (text, from, to, path) => addToJson(text, path, from.url, to.url, ''),
};
