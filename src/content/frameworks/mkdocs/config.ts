import { basename } from 'node:path/posix';
import { asObject, asText, asTexts } from '../../config/values.ts';
import { withoutEnd } from '../../../lib/without-end.ts';
import { findConfigs } from '../find-config.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

export type Options = Record<string, unknown>;

type ReadOptions = (file: string) => Promise<Options>;

/** How many configurations of other names are looked into. */
const maxOthers = 20;

/**
 * The configurations of MkDocs and of Zensical, which follows it, nearest to the root first. Where none has the usual
 * name: one of `mkdocs-online.yml` and the like that no other inherits from, first one that says where the site is.
 */
export async function mkdocsConfigs(files: string[], read: ReadOptions): Promise<string[]> {
  const usual = findConfigs(files, /(?:^|\/)(?:(?:mkdocs|properdocs)\.ya?ml|zensical\.toml)$/);
  if (usual.length > 0) return usual;
  const others = findConfigs(files, /(?:^|\/)mkdocs[-_.][\w.-]{1,60}\.ya?ml$/).slice(0, maxOthers);
  const configs = await Promise.all(others.map(async (file) => ({ file, config: await read(file) })));
  const inherited = new Set(configs.map(({ file, config }) => parentOf(file, config)));
  const named = configs.filter(
    ({ file, config }) =>
      ['site_name', 'site_url', 'INHERIT'].some((key) => key in config) && !inherited.has(file),
  );
  const hasUrl = ({ config }: { config: Options }): number => Number('site_url' in config);
  return named.toSorted((one, two) => hasUrl(two) - hasUrl(one)).map(({ file }) => file);
}

function parentOf(file: string, { INHERIT: parent }: Options): string | null {
  const named = asText(parent);
  return named === null ? null : joinPath(folderOf(file), named);
}

/** `INHERIT: ../base.yml` provides defaults, also for the keys of mappings. https://www.mkdocs.org/user-guide/configuration/#configuration-inheritance */
export async function readInherited(file: string, read: ReadOptions, depth = 0): Promise<Options> {
  const config = await read(file);
  const parent = parentOf(file, config);
  if (parent === null || depth > 3) return config;
  return merged(await readInherited(parent, read, depth + 1), config, 0);
}

function merged(base: Options, own: Options, depth: number): Options {
  const all = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const below = all[key];
    all[key] = depth < 20 && isMapping(below) && isMapping(value) ? merged(below, value, depth + 1) : value;
  }
  return all;
}

function isMapping(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * `[search, {redirects: {…}}]` or `{search: …}` as options by name. TOML writes `pymdownx.snippets` as one table in
 * another.
 */
export function namedOptions(listed: unknown): Map<string, unknown> {
  const entries = Array.isArray(listed)
    ? listed.flatMap((item): [string, unknown][] =>
        typeof item === 'string' ? [[item, {}]] : Object.entries(asObject(item)),
      )
    : Object.entries(asObject(listed));
  const nested = entries.flatMap(([name, options]): [string, unknown][] =>
    name === 'pymdownx'
      ? Object.entries(asObject(options)).map(([part, of]): [string, unknown] => [`${name}.${part}`, of])
      : [[name, options]],
  );
  return new Map(
    nested.map(([name, options]) => [name.replace(/^(?:material\/|markdown\.extensions\.)/, ''), options]),
  );
}

/** With mike's versions, readers get the default version. `!ENV [NAME, fallback]` is parsed as a list. */
export function siteUrl(config: Options): string | null {
  const url = asTexts(config['site_url']).at(-1) ?? null;
  const { provider, default: alias } = asObject(asObject(config['extra'])['version']);
  const version = provider === 'mike' ? asTexts(alias)[0] : undefined;
  return url === null || version === undefined ? url : `${withoutEnd(url, '/')}/${version}/`;
}

/** The docs folder that holds one `mkdocs.yml` per language, as in `docs/en/mkdocs.yml`. */
type LanguageSite = { language: string; root: string };

/**
 * Sites with one configuration per language, side by side: that of the main language, and the folders of the others.
 */
export function languageSites(configs: string[]): { main: string; others: LanguageSite[] } | null {
  const [first] = configs;
  if (first === undefined) return null;
  const parent = folderOf(folderOf(first));
  const beside = configs.filter((file) => folderOf(folderOf(file)) === parent && folderOf(file) !== '');
  const sites = beside.map((file) => ({ file, root: folderOf(file), language: basename(folderOf(file)) }));
  const isLanguages =
    sites.length > 1 &&
    sites.some(({ file }) => file === first) &&
    sites.every(({ language }) => /^[a-z]{2,3}(?:-\w{2,4})?$/i.test(language));
  if (!isLanguages) return { main: first, others: [] };
  const main = sites.find(({ language }) => language === 'en') ?? sites[0]!;
  return { main: main.file, others: sites.filter((one) => one !== main) };
}
