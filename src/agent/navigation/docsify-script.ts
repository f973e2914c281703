import type { Span } from './navigation.ts';
import { type Node, walk } from './script-syntax.ts';

const script = /<script(?:\s[^<>]{0,500})?>([^]*?)<\/script\s*>/gi;

/** The span of the script that configures docsify in an HTML page; null without one. */
export function docsifyScript(html: string): Span | null {
  for (const found of html.matchAll(script)) {
    const text = found[1]!;
    if (!text.includes('$docsify')) continue;
    const start = found.index + found[0].indexOf('>') + 1;
    return { start, end: start + text.length };
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
