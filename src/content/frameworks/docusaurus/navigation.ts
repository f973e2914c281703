import { scriptEntries } from '../../navigation/script-entries.ts';
import { appendItem, redirectLike, retarget } from '../../navigation/script-lists.ts';
import {
  follow,
  mainExport,
  parseScript,
  propertyOf,
  textOf,
  type Node,
  walk,
} from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** Docusaurus sidebars, one per version. https://docusaurus.io/docs/sidebar/items */
export const docusaurusNavigation: SiteFile = {
  fits: /(?:^|\/)(?:[\w-]*sidebars?\.(?:[cm]?[jt]s|json)|[\w-]*versioned_sidebars\/[^/]+\.json)$/i,
  // The sidebars of a version name its pages.
  rootsOf(file, sourceRoots) {
    const version = /versioned_sidebars\/([^/]+)-sidebars\.json$/.exec(file)?.[1];
    return version === undefined ? [] : sourceRoots.filter((root) => root.endsWith(`/${version}`));
  },
  readNavigation(text, path) {
    const root = parseScript(text, path);
    const main = mainExport(root);
    return scriptEntries(text, root, main === null ? [] : [main], {
      targets: ['id'],
      titles: ['label'],
      ignored: ['href', 'type', 'customProps', 'className', 'value'],
      folders: ['dirName'],
      texts: true,
    });
  },
};

/** The client-redirects plugin, when it is configured. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects */
export const docusaurusRedirects: SiteFile = {
  fits: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/,
  parts: [['redirects']],
  isBesideDocs: true,
  addRedirect(given, { url: from }, { url: to }, path) {
    const before = optionsOf(given, path);
    if (before === null) return null;
    const text = before.list === null ? given : retarget(given, [before.list], ['to'], from, to);
    const { options, list } = optionsOf(text, path)!;
    if (list === null) return appendItem(text, options, `redirects: [{ from: '${from}', to: '${to}' }]`);
    if (list.type !== 'ArrayExpression') return null;
    return appendItem(
      text,
      list,
      redirectLike(text, list, { from: 'from', to: 'to', quoted: false }, { from, to }),
    );
  },
};

function optionsOf(text: string, path: string): { options: Node; list: Node | null } | null {
  const root = parseScript(text, path);
  for (const node of walk(root)) {
    if (node.type !== 'ArrayExpression') continue;
    const [name, options] = node['elements'] as Node[];
    if (textOf(name)?.value.includes('client-redirects') !== true || options?.type !== 'ObjectExpression')
      continue;
    const list = propertyOf(options, 'redirects');
    return { options, list: list === null ? null : follow(list, root) };
  }
  return null;
}
