import { dataParsers } from '../../config/parsers.ts';
import { targetMark, titleMark, type SiteFile } from '../../navigation/site-file.ts';
import { parseYaml, yamlEntries, yamlFile } from '../../navigation/yaml-entries.ts';
import { addPair } from '../../navigation/yaml-maps.ts';

/** How `nav` names pages. */
const rules = { targets: null, titles: [] };

/**
 * `nav` of MkDocs, and its redirects plugin, when that is configured.
 * https://www.mkdocs.org/user-guide/configuration/#nav https://github.com/mkdocs/mkdocs-redirects
 */
export const mkdocsFile = yamlFile(
  {
    fits: /(?:^|\/)(?:mkdocs|properdocs)[\w.-]*\.ya?ml$/,
    parts: [['nav'], ['plugins', 'redirects', 'redirect_maps']],
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
  },
  rules,
  undefined,
  [['nav']],
);

/** `nav` of `zensical.toml`, in the form of MkDocs. https://zensical.org/docs/setup/navigation/ */
export const zensicalNavigation: SiteFile = {
  fits: /(?:^|\/)zensical\.toml$/,
  parts: [['project', 'nav']],
  readNavigation(text) {
    const written = (dataParsers().parseToml(text) as { project?: { nav?: unknown } }).project?.nav;
    if (written === undefined) return { entries: [], folders: [] };
    const yaml = asYaml(text);
    const document = parseYaml(yaml);
    const isSame = JSON.stringify(document.toJS()) === JSON.stringify(written);
    if (!isSame) throw new Error('the navigation has an unusual form');
    const { entries } = yamlEntries(yaml, document.contents, rules);
    return {
      entries: entries.map((entry) => ({ ...entry, pattern: patternOf(entry), quoting: 'toml' })),
      folders: [],
    };
  },
};

const patternOf = ({ title, pattern }: { title: string | null; pattern: string | null }) =>
  pattern === null ? null : title === null ? `"${targetMark}"` : `{ "${titleMark}" = "${targetMark}" }`;

const tokens = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#.*|[=\t]/g;

/**
 * The navigation alone, as YAML with each text at its own place: both languages write lists with brackets, and strings
 * alike.
 */
function asYaml(text: string): string {
  const plain = text.replace(tokens, (found) => (/^["'#]/.test(found) ? blank(found) : found));
  const project = plain.search(/^[ \t]*\[[ \t]*project[ \t]*\]/m);
  const key = project < 0 ? null : /^[ \t]*nav[ \t]*=[ \t]*/m.exec(plain.slice(project));
  if (key === null) throw new Error('the navigation has an unusual form');
  const start = project + key.index + key[0].length;
  const list = text
    .slice(start, closing(plain, start))
    .replace(tokens, (found) => (found === '=' ? ':' : /^["']/.test(found) ? found : blank(found)));
  return blank(text.slice(0, start)) + list;
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** The offset behind the bracket that closes the first one. */
function closing(plain: string, start: number): number {
  let depth = 0;
  for (let at = start; at < plain.length; at++) {
    if (plain[at] === '[') depth += 1;
    if (plain[at] === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return plain.length;
}
