import type { Scalar, YAMLMap } from 'yaml';
import { dataParsers } from '../../config/parsers.ts';
import { parseYaml } from '../../navigation/yaml-entries.ts';
import type { SiteFile } from '../../navigation/site-file.ts';

/** Redocly's `redirects`. https://redocly.com/docs/realm/config/redirects */
export const redoclyRedirects: SiteFile = {
  fits: /(?:^|\/)redocly\.ya?ml$/,
  parts: [['redirects']],
  addRedirect(given, { url: from }, { url: to }) {
    const text = retargeted(given, from, to);
    const made = (indent: string) => `${indent}'${from}':\n${indent}  to: '${to}'\n`;
    const map: unknown = parseYaml(text).get('redirects', true);
    if (map === undefined) return `${text.trimEnd()}\n\nredirects:\n${made('  ')}`;
    const first = dataParsers().yaml.isMap(map)
      ? (map as YAMLMap<Scalar>).items[0]?.key.range?.[0]
      : undefined;
    if (first === undefined) return null;
    const start = text.lastIndexOf('\n', first - 1) + 1;
    const indent = text.slice(start, first);
    // An inline list has no lines to insert into.
    return indent.trim() === '' ? text.slice(0, start) + made(indent) + text.slice(start) : null;
  },
};

/** Existing redirects to the old address lead straight to the new one. */
function retargeted(text: string, from: string, to: string): string {
  const { isMap } = dataParsers().yaml;
  const map: unknown = parseYaml(text).get('redirects', true);
  const targets = isMap(map)
    ? map.items.flatMap(({ value }) => (isMap(value) ? ((value.get('to', true) as Scalar) ?? []) : []))
    : [];
  return targets
    .filter(({ value, range }) => value === from && range !== undefined)
    .sort((a, b) => b.range![0] - a.range![0])
    .reduce((result, { range }) => `${result.slice(0, range![0])}'${to}'${result.slice(range![1])}`, text);
}
