import { follow, mainExport, parseScript, propertyOf } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { appendItem, retarget } from '../../navigation/script-lists.ts';

/** `redirects` of Astro. https://docs.astro.build/en/guides/routing/#configured-redirects */
export const starlightRedirects: SiteFile = {
  fits: /(?:^|\/)astro\.config\.[cm]?[jt]s$/,
  parts: [['redirects']],
  addRedirect(given, { url: from }, { url: to }, path) {
    const read = (text: string) => {
      const root = parseScript(text, path);
      const config = mainExport(root);
      const redirects = propertyOf(config, 'redirects');
      return { config, map: redirects === null ? null : follow(redirects, root) };
    };
    const before = read(given);
    const text = before.map === null ? given : retarget(given, [before.map], [], from, to);
    const { config, map } = read(text);
    if (config?.type !== 'ObjectExpression') return null;
    if (map === null) return appendItem(text, config, `redirects: { '${from}': '${to}' }`);
    return map.type === 'ObjectExpression' ? appendItem(text, map, `'${from}': '${to}'`) : null;
  },
};
