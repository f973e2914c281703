import { follow, type Node, parseScript, walk } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { appendItem, redirectLike, retarget } from '../../navigation/script-lists.ts';

const keys = { from: 'source', to: 'destination', quoted: false, more: ', permanent: true' };

/** `redirects()` of Next.js, when it returns a plain list. https://nextjs.org/docs/app/api-reference/config/next-config-js/redirects */
export const nextRedirects: SiteFile = {
  fits: /(?:^|\/)next\.config\.[cm]?[jt]s$/,
  parts: [['redirects']],
  addRedirect(given, { url: from }, { url: to }, path) {
    const before = listOf(given, path);
    if (before === null) return null;
    const text = retarget(given, [before], [keys.to], from, to);
    const list = listOf(text, path)!;
    return appendItem(text, list, redirectLike(text, list, keys, { from, to }));
  },
};

function listOf(text: string, path: string): Node | null {
  const root = parseScript(text, path);
  for (const node of walk(root)) {
    if (node['key']?.name !== 'redirects') continue;
    const list = follow(node.type === 'ObjectMethod' ? node : (node['value'] as Node), root);
    if (list.type === 'ArrayExpression') return list;
  }
  return null;
}
