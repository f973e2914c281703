import { posix } from 'node:path';
import type { NavigationFormat } from './navigation.ts';
import { scriptEntries } from './script-entries.ts';
import { type Node, parseScript, propertyNode, walk } from './script-syntax.ts';

/** The sidebar of Starlight. https://starlight.astro.build/guides/sidebar/ */
export const starlightNavigation: NavigationFormat = {
  framework: 'starlight',
  fits: (path) => {
    const name = posix.basename(path);
    return /^(?:astro\.config|[\w-]+)\.[cm]?[jt]s$/.test(name) && /^astro\.|sidebar/.test(name);
  },
  read(text, path) {
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
