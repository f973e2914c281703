import type { SiteFile } from '../../navigation/site-file.ts';
import { scriptEntries } from '../../navigation/script-entries.ts';
import { type Node, parseScript, propertyNode, walk } from '../../navigation/script-syntax.ts';

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
