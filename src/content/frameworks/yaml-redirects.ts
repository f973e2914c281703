import { dataParsers } from '../config/parsers.ts';
import type { Place, SiteFile } from '../navigation/site-file.ts';
import { parseYaml } from '../navigation/yaml-entries.ts';
import { addPair, quote } from '../navigation/yaml-maps.ts';

/** A configuration in YAML with redirects as a map, whose `pair` is an old and a new place as it names them. */
export const yamlRedirects = ({
  fits,
  key,
  pair,
}: {
  fits: RegExp;
  key: string;
  pair: (from: Place, to: Place) => [string, string];
}): SiteFile => ({
  fits,
  parts: [[key]],
  addRedirect(text, before, after) {
    const [from, to] = pair(before, after);
    const find = (given: string) => {
      const found: unknown = parseYaml(given).get(key, true);
      return dataParsers().yaml.isMap(found) ? found : null;
    };
    const isNew = parseYaml(text).get(key) === undefined;
    return (
      addPair(text, find, from, to) ??
      (isNew ? `${text.trimEnd()}\n\n${key}:\n  ${quote(from, "'")}: ${quote(to, "'")}\n` : null)
    );
  },
});
