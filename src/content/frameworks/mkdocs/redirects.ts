import { dataParsers } from '../../config/parsers.ts';
import { parseYaml } from '../../navigation/yaml-entries.ts';
import type { SiteFile } from '../../navigation/site-file.ts';
import { addPair } from '../../navigation/yaml-maps.ts';

/** The redirects plugin of MkDocs, when it is configured. https://github.com/mkdocs/mkdocs-redirects */
export const mkdocsRedirects: SiteFile = {
  fits: /(?:^|\/)(?:mkdocs|properdocs)[\w.-]*\.ya?ml$/,
  parts: [['plugins', 'redirects', 'redirect_maps']],
  addRedirect(text, { file: from }, { file: to }) {
    const { isMap } = dataParsers().yaml;
    const find = (given: string) => {
      const plugins = parseYaml(given).get('plugins') as { items?: unknown[] } | undefined;
      for (const plugin of plugins?.items ?? []) {
        const found = isMap(plugin) ? plugin.getIn(['redirects', 'redirect_maps'], true) : null;
        if (isMap(found)) return found;
      }
      return null;
    };
    return addPair(text, find, from, to);
  },
};
