import { scriptFile } from '../../navigation/script-entries.ts';
import { addToScript } from '../../navigation/script-lists.ts';
import { follow, propertyOf, textOf, type Node, walk } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** Docusaurus sidebars, one per version. https://docusaurus.io/docs/sidebar/items */
export const docusaurusNavigation = scriptFile(
  {
    fits: /(?:^|\/)(?:[\w-]*sidebars?\.(?:[cm]?[jt]s|json)|[\w-]*versioned_sidebars\/[^/]+\.json)$/i,
    // The sidebars of a version name its pages.
    rootsOf(file, sourceRoots) {
      const version = /versioned_sidebars\/([^/]+)-sidebars\.json$/.exec(file)?.[1];
      return version === undefined ? [] : sourceRoots.filter((root) => root.endsWith(`/${version}`));
    },
  },
  {
    targets: ['id'],
    titles: ['label'],
    ignored: ['href', 'type', 'customProps', 'className', 'value'],
    folders: ['dirName'],
    texts: true,
  },
);

/** The client-redirects plugin, when it is configured. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects */
export const docusaurusRedirects: SiteFile = {
  fits: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/,
  parts: [['redirects']],
  isBesideDocs: true,
  addRedirect: (text, from, to, path) =>
    addToScript(text, path, optionsOf, { from: 'from', to: 'to' }, [from.url, to.url]),
};

function optionsOf(root: Node): { owner: Node; list: Node | null } | null {
  for (const node of walk(root)) {
    if (node.type !== 'ArrayExpression') continue;
    const [name, owner] = node['elements'] as Node[];
    if (textOf(name)?.value.includes('client-redirects') !== true || owner?.type !== 'ObjectExpression')
      continue;
    const list = propertyOf(owner, 'redirects');
    return { owner, list: list === null ? null : follow(list, root) };
  }
  return null;
}
