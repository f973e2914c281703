import { isMap, isScalar, type Scalar, type YAMLMap } from 'yaml';
import { parseYaml } from '../navigation/yaml-entries.ts';
import type { RedirectFormat } from './redirect.ts';

/** The redirects plugin of MkDocs, when it is configured. https://github.com/mkdocs/mkdocs-redirects */
export const mkdocsRedirects: RedirectFormat = {
  framework: 'mkdocs',
  fits: (path) => /(?:^|\/)(?:mkdocs|properdocs)[\w.-]*\.ya?ml$/.test(path),
  add(text, { file: from }, { file: to }) {
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

/** GitBook's `redirects`. https://gitbook.com/docs/getting-started/git-sync/content-configuration#redirects */
export const gitbookRedirects: RedirectFormat = {
  framework: 'gitbook',
  fits: (path) => /(?:^|\/)\.gitbook\.ya?ml$/.test(path),
  add(text, { url }, { file: to }) {
    const from = url.replace(/^\/|\/$/g, '');
    const find = (given: string) => {
      const found: unknown = parseYaml(given).get('redirects', true);
      return isMap(found) ? found : null;
    };
    const own = addPair(text, find, from, to);
    const isNew = parseYaml(text).get('redirects') === undefined;
    return (
      own ?? (isNew ? `${text.trimEnd()}\n\nredirects:\n  ${quote(from, "'")}: ${quote(to, "'")}\n` : null)
    );
  },
};

function addPair(
  given: string,
  find: (text: string) => YAMLMap | null,
  from: string,
  to: string,
): string | null {
  const stale = (find(given)?.items ?? [])
    .map(({ value }) => value)
    .filter((value): value is Scalar => isScalar(value) && value.value === from && value.range !== undefined);
  let text = given;
  for (const { range } of stale.sort((a, b) => b.range![0] - a.range![0]))
    text = text.slice(0, range![0]) + quote(to, text[range![0]]!) + text.slice(range![1]);
  const last = find(text)?.items.at(-1) as { key: Scalar; value: Scalar } | undefined;
  if (!last?.key.range || !last.value?.range) return null;
  const start = text.lastIndexOf('\n', last.key.range[0] - 1) + 1;
  const indent = text.slice(start, last.key.range[0]);
  if (indent.trim() !== '') return null;
  const lineEnd = text.indexOf('\n', last.value.range[1]);
  const at = lineEnd < 0 ? text.length : lineEnd;
  const key = quote(from, text[last.key.range[0]]!);
  return `${text.slice(0, at)}\n${indent}${key}: ${quote(to, text[last.value.range[0]]!)}${text.slice(at)}`;
}

/** A string with the same quotes as another one. */
const quote = (value: string, by: string) =>
  by === '"' ? JSON.stringify(value) : by === "'" ? `'${value}'` : value;
