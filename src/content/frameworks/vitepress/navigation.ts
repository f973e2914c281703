import type { SiteFile } from '../../navigation/site-file.ts';
import { scriptEntries } from '../../navigation/script-entries.ts';
import { type Node, parseScript, propertyNode, walk } from '../../navigation/script-syntax.ts';

/** VitePress' sidebar and top navigation. https://vitepress.dev/reference/default-theme-sidebar */
export const vitepressNavigation: SiteFile = {
  fits: /(?:^|\/)\.vitepress\/config(?:\/[\w-]+)?\.[cm]?[jt]s$/,
  parts: [['nav'], ['sidebar']],
  readNavigation(text, path) {
    const root = parseScript(text, path);
    return scriptEntries(text, root, vitepressParts(root), {
      targets: ['link'],
      titles: ['text'],
      ignored: ['activeMatch', 'collapsed', 'target', 'rel', 'base'],
      texts: false,
    });
  },
};

/** The values of `sidebar` and `nav` anywhere in the file, because a configuration may be composed of parts. */
function vitepressParts(root: Node): Node[] {
  const themes = [...walk(root)].filter(
    (node) => propertyNode(node, 'sidebar') !== null || propertyNode(node, 'nav') !== null,
  );
  return themes
    .flatMap((theme) => [propertyNode(theme, 'nav'), propertyNode(theme, 'sidebar')])
    .filter((property) => property !== null)
    .map((property) => property['value'] as Node);
}
