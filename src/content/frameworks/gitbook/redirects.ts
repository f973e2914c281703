import { dataParsers } from '../../config/parsers.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml } from '../../navigation/yaml-entries.ts';
import { addPair, quote } from '../../navigation/yaml-maps.ts';

/** GitBook's `redirects`. https://gitbook.com/docs/getting-started/git-sync/content-configuration#redirects */
export const gitbookRedirects: SiteFile = {
  fits: /(?:^|\/)\.gitbook\.ya?ml$/,
  parts: [['redirects']],
  addRedirect(text, { url }, { file: to }) {
    const from = url.replace(/^\/|\/$/g, '');
    const find = (given: string) => {
      const found: unknown = parseYaml(given).get('redirects', true);
      return dataParsers().yaml.isMap(found) ? found : null;
    };
    const own = addPair(text, find, from, to);
    const isNew = parseYaml(text).get('redirects') === undefined;
    return (
      own ?? (isNew ? `${text.trimEnd()}\n\nredirects:\n  ${quote(from, "'")}: ${quote(to, "'")}\n` : null)
    );
  },
};
