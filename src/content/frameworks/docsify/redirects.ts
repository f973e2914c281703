import { docsifyOptions, docsifyScript } from './script.ts';
import { parseScript, propertyOf } from '../../navigation/script-syntax.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
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
