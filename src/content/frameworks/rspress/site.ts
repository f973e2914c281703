import { rspressNavigation } from './navigation.ts';
import { asList, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../../config/values.ts';
import { fenceIncludes } from '../../includes/fence-includes.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { githubAnchors } from '../../markdown/anchors.ts';
import { heroText } from '../../markdown/hero.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { baseOf, newPage, newSite, unreadable } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';

const indexNames = ['index'];

/** What a path may begin with: a version, then a language. Addresses have them without the default ones. */
type Prefixes = { version: string; versions: string[]; language: string; languages: string[] };

/** Rspress 1 and 2. https://rspress.rs/guide/basic/conventional-route */
export const rspress: Framework = {
  name: 'rspress',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)rspress\.config\.(?:[cm]?js|[cm]?ts)$/);
    if (file === null) return null;
    const root = folderOf(file);
    const exported = (await readConfig(file))['default'];
    const config = unwrapConfig(exported);
    const route = asObject(config['route']);
    const source = joinPath(root, asText(config['root']) ?? 'docs');
    const start = source === '' ? '' : `${source}/`;
    const isExcluded = matchGlobs([...asTexts(route['exclude']), 'public/**', '**/node_modules/**']);
    const prefixes = readPrefixes(config);
    const pages = tree.files
      .filter((one) => one.startsWith(start) && isMarkdown(one) && !isExcluded(one.slice(start.length)))
      .filter((one) => !isPart(one.slice(start.length)))
      .map((one) => pageOf(one, one.slice(start.length), prefixes));
    return newSite(pages, {
      title: asText(config['title']),
      addresses: {
        base: baseOf(baseUrl, originOf(config), config['base']),
        ending: route['cleanUrls'] === true ? '' : '.html',
        folderEnding: '/',
      },
      redirects: await readHostRedirects(tree, root, readConfig),
      sourceRoots: [source, root],
      warnings: unreadable(file, exported),
    });
  },
  siteFiles: [rspressNavigation],
  failsWithout: 'pages and folders',
  includes: [fenceIncludes],
  parts: [importedParts, namedParts],
  directives: true,
  prepare: (body, _page, data) => heroText(data) + body.replaceAll('\\{#', '{#'),
  createAnchors: githubAnchors,
  /** A link without a version or language stays in those of its page. */
  readLink(target, { extra }) {
    const prefixes = extra?.['prefixes'];
    if (prefixes === undefined || !target.startsWith('/')) return target;
    const all = JSON.parse(prefixes) as Prefixes;
    const own = splitPath(extra?.['within'] ?? '', all);
    const { version, language, rest } = splitPath(target.slice(1), all);
    return `/${servedPath({ version: version ?? own.version, language: language ?? own.language, rest }, all)}`;
  },
  movedPath: () => null,
};

/** Plugins for feeds and sitemaps know it, too. */
function originOf(config: Record<string, unknown>): string | null {
  let found = asText(config['url']);
  walkObjects([config, config['plugins']], ({ siteOrigin, siteUrl }) => {
    found ??= [siteOrigin, siteUrl].map(asText).find((one) => one !== null && URL.canParse(one)) ?? null;
  });
  return found;
}

function readPrefixes({ lang, locales, themeConfig, multiVersion }: Record<string, unknown>): Prefixes {
  const listed = asList(locales ?? asObject(themeConfig)['locales']);
  const { default: version, versions } = asObject(multiVersion);
  return {
    version: asText(version) ?? '',
    versions: asTexts(versions),
    language: asText(lang) ?? '',
    languages: listed.flatMap((one) => asText(asObject(one)['lang']) ?? []),
  };
}

/** Files and folders such as `_part.mdx` are no pages, but `__name` is. */
function isPart(within: string): boolean {
  return /(?:^|\/)_(?!_)/.test(within);
}

function pageOf(file: string, within: string, prefixes: Prefixes): PageFile {
  const { version, language, rest } = splitPath(within, prefixes);
  const hasPrefixes = prefixes.versions.length > 0 || prefixes.languages.length > 0;
  return newPage(file, servedPath({ version, language, rest: literalPath(rest, indexNames) }, prefixes), {
    isIndex: isIndexFile(rest, indexNames),
    version: version ?? (prefixes.version || null),
    language: language ?? (prefixes.language || null),
    isDefault:
      (version ?? prefixes.version) === prefixes.version &&
      (language ?? prefixes.language) === prefixes.language,
    ...(hasPrefixes && { extra: { within, prefixes: JSON.stringify(prefixes) } }),
  });
}

type Split = { version: string | null; language: string | null; rest: string };

function splitPath(path: string, { versions, languages }: Prefixes): Split {
  const segments = path.split('/');
  const take = (names: string[]): string | null =>
    names.includes(segments[0] ?? '') ? (segments.shift() ?? null) : null;
  const version = take(versions);
  const language = take(languages);
  return { version, language, rest: segments.join('/') };
}

function servedPath({ version, language, rest }: Split, prefixes: Prefixes): string {
  const [inVersion, inLanguage] = [version ?? '', language ?? ''];
  return [
    inVersion === prefixes.version ? '' : inVersion,
    inLanguage === prefixes.language ? '' : inLanguage,
    rest,
  ]
    .filter((part, at) => part !== '' || at === 2)
    .join('/');
}
