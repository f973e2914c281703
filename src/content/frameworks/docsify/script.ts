import type { Span } from '../../navigation/site-file.ts';
import { type Node, walk } from '../../navigation/script-syntax.ts';

const opening = /<script(?:\s[^<>]{0,500})?>/gi;
const closing = /<\/script\s{0,100}>/gi;

/** The span of the script that configures docsify in an HTML page; null without one. */
export function docsifyScript(html: string): Span | null {
  let from = 0;
  for (const { 0: tag, index } of html.matchAll(opening)) {
    if (index < from) continue;
    const start = index + tag.length;
    closing.lastIndex = start;
    const end = closing.exec(html)?.index;
    if (end === undefined) return null;
    if (html.slice(start, end).includes('$docsify')) return { start, end };
    from = end;
  }
  return null;
}

/** The object of `window.$docsify = {…}`. https://docsify.js.org/#/configuration */
export function docsifyOptions(root: Node): Node | null {
  for (const node of walk(root)) {
    if (node.type !== 'AssignmentExpression') continue;
    const left = node['left'] as Node;
    const name = left.type === 'Identifier' ? left['name'] : left['property']?.name;
    if (name === '$docsify' && node['right'].type === 'ObjectExpression') return node['right'] as Node;
  }
  return null;
}
