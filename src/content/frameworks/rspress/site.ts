import { asList, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../../config/values.ts';
import { fenceIncludes } from '../../includes/fence-includes.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { heroText } from '../../markdown/hero.ts';
import { matchGlobs } from '../../site/glob.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';
import type { Framework } from '../framework.ts';
import { metaFile } from '../meta-files.ts';
import { baseOf, newSite, pagesBelow, unreadable } from '../new-site.ts';

/** Rspress 1 and 2. https://rspress.rs/guide/basic/conventional-route */
export const rspress: Framework = {
  name: 'rspress',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = folderOf(file);
    const exported = (await readConfig(file))['default'];
    const config = unwrapConfig(exported);
    const route = asObject(config['route']);
    const source = joinPath(root, asText(config['root']) ?? 'docs');
    const isExcluded = matchGlobs([...asTexts(route['exclude']), 'public/**', '**/node_modules/**']);
    const { default: mainVersion, versions } = asObject(config['multiVersion']);
    const locales = asList(config['locales'] ?? asObject(config['themeConfig'])['locales']);
    const languages = locales.flatMap((one) => asText(asObject(one)['lang']) ?? []);
    const mainLanguage = asText(config['lang']);
    const pages = pagesBelow(tree.files, source, (within) => {
      // Files and folders such as `_part.mdx` are no pages, but `__name` is.
      if (/(?:^|\/)_(?!_)/.test(within) || isExcluded(within)) return null;
      // A version, then a language; addresses have them without the default ones.
      const steps = literalPath(within, ['index']).split('/');
      const take = (names: string[], main: unknown): string | null =>
        names.includes(steps[0] ?? '') ? steps.shift()! : asText(main);
      const version = take(asTexts(versions), mainVersion);
      const language = take(languages, mainLanguage);
      const isMain = [version === asText(mainVersion), language === mainLanguage];
      return {
        path: joinPath(isMain[0] ? '' : (version ?? ''), isMain[1] ? '' : (language ?? ''), ...steps),
        version,
        language,
        isDefault: !isMain.includes(false),
      };
    });
    return newSite(pages, {
      title: asText(config['title']),
      addresses: {
        base: baseOf(baseUrl, originOf(config), config['base']),
        ending: route['cleanUrls'] === true ? '' : '.html',
        folderEnding: '/',
      },
      fallbackPrefixes: languages,
      sourceRoots: [source, root],
      warnings: unreadable(file, exported),
    });
  },
  // https://rspress.rs/guide/basic/auto-nav-sidebar
  siteFiles: [metaFile(/(?:^|\/)_(?:meta|nav)\.json$/, null)],
  failsWithout: 'pages and folders',
  includes: [fenceIncludes],
  parts: [importedParts, namedParts],
  directives: true,
  prepare: (body, _page, data) => heroText(data) + body.replaceAll('\\{#', '{#'),
};

/** Plugins for feeds and sitemaps know it, too. */
function originOf(config: Record<string, unknown>): string | null {
  let found = asText(config['url']);
  walkObjects([config, config['plugins']], ({ siteOrigin, siteUrl }) => {
    found ??= [siteOrigin, siteUrl].map(asText).find((one) => one !== null && URL.canParse(one)) ?? null;
  });
  return found;
}
