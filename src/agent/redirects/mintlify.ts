import { parseScript, propertyOf } from '../navigation/script-syntax.ts';
import type { RedirectFormat } from './redirect.ts';
import { appendItem, redirectLike, retarget } from './script-lists.ts';

const keys = { from: 'source', to: 'destination', quoted: true };

/** `redirects` of `docs.json`. https://www.mintlify.com/docs/create/redirects */
export const mintlifyRedirects: RedirectFormat = {
  framework: 'mintlify',
  fits: (path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path),
  add: (text, from, to, path) => addToJson(text, path, from.url, to.url, ''),
};

/** `redirects` of `vercel.json`. https://vercel.com/docs/project-configuration#redirects */
export const vercelRedirects: RedirectFormat = {
  framework: null,
  fits: (path) => /(?:^|\/)vercel\.json$/.test(path),
  add: (text, from, to, path) => addToJson(text, path, from.fullUrl, to.fullUrl, ', "permanent": true'),
};

function addToJson(given: string, path: string, from: string, to: string, more: string): string | null {
  const read = (text: string) => {
    const root = parseScript(text, path);
    return { root, list: propertyOf(root, 'redirects') };
  };
  const before = read(given);
  const text = before.list === null ? given : retarget(given, [before.list], [keys.to], from, to);
  const { root, list } = read(text);
  if (root.type !== 'ObjectExpression') return null;
  if (list === null)
    return appendItem(text, root, `"redirects": [{ "source": "${from}", "destination": "${to}"${more} }]`);
  if (list.type !== 'ArrayExpression') return null;
  return appendItem(text, list, redirectLike(text, list, { ...keys, more }, { from, to }));
}
