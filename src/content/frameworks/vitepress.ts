import { asObject, asText, asTexts, unwrapConfig } from '../config/values.ts';
import { importedParts } from '../includes/part-targets.ts';
import { vitepressIncludes } from '../includes/vitepress-includes.ts';
import { vitepressAnchors } from '../markdown/vitepress-anchors.ts';
import { vitepressText } from '../markdown/vitepress-text.ts';
import { findConfig } from './find-config.ts';
import type { Framework } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { navigationTitles } from './navigation-titles.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from './paths.ts';
import { createRewrite } from './vitepress-rewrites.ts';

/** VitePress. https://vitepress.dev/reference/site-config */
export const vitepress: Framework = {
  name: 'vitepress',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)\.vitepress\/config(?:\/index)?\.(?:[cm]?js|[cm]?ts)$/);
    if (file === null) return null;
    const root = file.slice(0, Math.max(0, file.indexOf('.vitepress/') - 1));
    const config = unwrapConfig((await readConfig(file))['default']);
    const source = joinPath(root, asText(config['srcDir']) ?? '');
    const start = source === '' ? '' : `${source}/`;
    const isExcluded = matchGlobs([...asTexts(config['srcExclude']), '**/.*/**', 'public/**']);
    const locales = readLocales(config);
    const titles = navigationTitles([config['themeConfig'], config['locales']]);
    const rewrite = createRewrite(config['rewrites']);
    const files = tree.files.filter(
      (one) => one.startsWith(start) && one.endsWith('.md') && !isExcluded(one.slice(start.length)),
    );
    const isDynamic = (one: string): boolean => one.includes('[');
    const pages = files
      .filter((one) => !isDynamic(one))
      .map((one) => {
        const served = rewrite(one.slice(start.length));
        const path = literalPath(served, ['index']);
        const locale = locales.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
        return newPage(one, path, {
          isIndex: isIndexFile(served, ['index']),
          language: locale?.language ?? rootLanguage(config),
          isDefault: locale === undefined,
          title: titles.get(path) ?? null,
        });
      });
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, asText(asObject(config['sitemap'])['hostname']), config['base']),
        ending: config['cleanUrls'] === true ? '' : '.html',
        folderEnding: '/',
      },
      redirects: await readHostRedirects(tree, root, readConfig),
      generated: files.filter(isDynamic).map((one) => folderOf(one.slice(start.length))),
      sourceRoots: [source],
      warnings:
        Object.keys(config).length > 0
          ? []
          : [{ file, message: 'The configuration cannot be read as data.' }],
    });
  },
  includes: [vitepressIncludes],
  parts: [importedParts],
  directives: true,
  variables: 'vue',
  prepare: (body, _page, data) => vitepressText(body, data),
  createAnchors: vitepressAnchors,
  movedPath: () => null,
};

/** Languages with their own folder; one with an absolute `link` is another site. */
function readLocales(config: Record<string, unknown>): { folder: string; language: string }[] {
  return Object.entries(asObject(config['locales'])).flatMap(([folder, locale]) => {
    const { lang, link } = asObject(locale);
    if (folder === 'root' || asText(link)?.includes('://')) return [];
    return [{ folder, language: asText(lang) ?? folder }];
  });
}

function rootLanguage(config: Record<string, unknown>): string | null {
  return asText(asObject(asObject(config['locales'])['root'])['lang']) ?? asText(config['lang']);
}
