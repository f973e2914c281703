import type { NavigationFormat } from './navigation.ts';
import { scriptEntries } from './script-entries.ts';
import { parseScript, propertyOf } from './script-syntax.ts';

/** `docs.json` and the older `mint.json`. https://www.mintlify.com/docs/organize/navigation */
export const mintlifyNavigation: NavigationFormat = {
  framework: 'mintlify',
  fits: (path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path),
  read(text, path) {
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
