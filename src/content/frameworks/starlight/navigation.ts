import { scriptEntries } from '../../navigation/script-entries.ts';
import { appendItem, retarget } from '../../navigation/script-lists.ts';
import {
  follow,
  mainExport,
  parseScript,
  propertyNode,
  propertyOf,
  type Node,
  walk,
} from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** The sidebar of Starlight. https://starlight.astro.build/guides/sidebar/ */
export const starlightNavigation: SiteFile = {
  fits: /(?:^|\/)(?:astro\.config|[\w-]*sidebar[\w-]*)\.[cm]?[jt]s$/,
  parts: [['sidebar']],
  readNavigation(text, path) {
    const root = parseScript(text, path);
    return scriptEntries(text, root, sidebarsOf(root), {
      targets: ['slug', 'link'],
      titles: ['label'],
      ignored: ['translations', 'badge', 'attrs', 'collapsed'],
      folders: ['directory'],
      texts: true,
    });
  },
};

function sidebarsOf(root: Node): Node[] {
  return [...walk(root)]
    .map((node) => propertyNode(node, 'sidebar'))
    .filter((property) => property !== null)
    .map((property) => property['value'] as Node);
}

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
