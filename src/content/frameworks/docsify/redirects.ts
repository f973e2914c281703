import { type Node, parseScript, propertyOf, walk } from '../../navigation/script-syntax.ts';
import type { SiteFile, Span } from '../../navigation/site-file.ts';
import { appendItem, retarget } from '../../navigation/script-lists.ts';

/** docsify's `alias`: a path that shows another page. https://docsify.js.org/#/configuration?id=alias */
export const docsifyRedirects: SiteFile = {
  fits: /(?:^|\/)index\.html$/,
  parts: [['alias']],
  scriptIn: docsifyScript,
  addRedirect(html, { url: from }, { url: to }) {
    const span = docsifyScript(html);
    if (span === null) return null;
    const read = (text: string) => {
      const options = docsifyOptions(parseScript(text, 'docsify.js'));
      return { options, map: propertyOf(options, 'alias') };
    };
    const given = html.slice(span.start, span.end);
    const { map: before } = read(given);
    const text = before === null ? given : retarget(given, [before], [], from, to);
    const { options, map } = read(text);
    if (options === null || (map !== null && map.type !== 'ObjectExpression')) return null;
    const made =
      map === null
        ? appendItem(text, options, `alias: { '${from}': '${to}' }`)
        : appendItem(text, map, `'${from}': '${to}'`);
    return html.slice(0, span.start) + made + html.slice(span.end);
  },
};

const opening = /<script(?:\s[^<>]{0,500})?>/gi;
const closing = /<\/script\s{0,100}>/gi;

/** The span of the script that configures docsify in an HTML page; null without one. */
function docsifyScript(html: string): Span | null {
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
function docsifyOptions(root: Node): Node | null {
  for (const node of walk(root)) {
    if (node.type !== 'AssignmentExpression') continue;
    const left = node['left'] as Node;
    const name = left.type === 'Identifier' ? left['name'] : left['property']?.name;
    if (name === '$docsify' && node['right'].type === 'ObjectExpression') return node['right'] as Node;
  }
  return null;
}
