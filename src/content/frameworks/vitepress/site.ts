import { asCall, asObject, asText, asTexts, unwrapConfig } from '../../config/values.ts';
import { importedParts } from '../../includes/part-targets.ts';
import { vitepressIncludes } from './includes.ts';
import { vitepressAnchors } from '../../markdown/vitepress-anchors.ts';
import { vitepressText } from './text.ts';
import type { ContentWarning } from '../../page.ts';
import type { Framework } from '../framework.ts';
import { textField } from '../../front-matter.ts';
import { scriptFile } from '../../navigation/script-entries.ts';
import { matchGlobs } from '../../site/glob.ts';
import { navigationTitles } from '../navigation-titles.ts';
import { baseOf, newSite, pagesBelow, unreadable } from '../new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import { hostOfHead } from '../site-host.ts';
import { createRewrite } from '../rewrites.ts';

/** The version of VuePress that builds the page. */
type Facts = { vuepress: 1 | 2 };

/**
 * VitePress, and VuePress before it, where README.md is the index of its folder and front matter may have a `permalink`.
 * https://vitepress.dev/reference/site-config https://vuepress.vuejs.org/reference/config.html
 */
export const vitepress: Framework<Facts> = {
  name: 'vitepress',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = file.slice(0, Math.max(0, file.search(/\.(?:vite|vue)press\//) - 1));
    const isVuepress = file.includes('.vuepress/');
    const indexNames = isVuepress ? ['index', 'README'] : ['index'];
    const exported = (await readConfig(file))['default'];
    const config = unwrapConfig(exported);
    const isSecond = isVuepress && !isFirstVuepress(exported, config);
    const facts: Facts | false = isVuepress && { vuepress: isSecond ? 2 : 1 };
    const source = joinPath(root, asText(config['srcDir']) ?? '');
    const patterns = asTexts(config['pagePatterns'] ?? config['patterns']);
    const unwanted = patterns.flatMap((one) =>
      one.startsWith('!') ? [one.slice(1), `${one.slice(1)}/**`] : [],
    );
    const isExcluded = matchGlobs([...asTexts(config['srcExclude']), ...unwanted, '**/.*/**', 'public/**']);
    const locales = readLocales(config);
    const titles = navigationTitles([config['themeConfig'], config['locales']]);
    const rewrite = createRewrite(config['rewrites']);
    const dynamic: string[] = [];
    const pages = pagesBelow(tree.files, source, (within, one) => {
      if (!one.endsWith('.md') || isExcluded(within)) return null;
      if (within.includes('[')) {
        dynamic.push(folderOf(within));
        return null;
      }
      const served = rewrite(within);
      const literal = literalPath(served, indexNames);
      const path = isSecond ? sanitizedPath(literal) : literal;
      const locale = locales.find(({ folder }) => path === folder || path.startsWith(`${folder}/`));
      return {
        path,
        isIndex: isIndexFile(served, indexNames),
        language: locale?.language ?? asText(rootLocale(config)['lang']) ?? asText(config['lang']),
        isDefault: locale === undefined,
        title: titles.get(path) ?? null,
        ...(facts && { facts }),
      };
    });
    return newSite(pages, {
      title: asText(config['title']) ?? asText(rootLocale(config)['title']),
      addresses: {
        base: baseOf(
          baseUrl,
          asText(asObject(config['sitemap'])['hostname']) ?? hostOfHead(config),
          config['base'],
        ),
        ending: config['cleanUrls'] === true ? '' : '.html',
        folderEnding: '/',
      },
      generated: dynamic,
      root,
      sourceRoots: [source],
      warnings: [...unreadable(file, exported), ...computedRewrites(file, config)],
    });
  },
  // https://vitepress.dev/reference/default-theme-sidebar
  siteFiles: [
    scriptFile(
      { fits: /(?:^|\/)\.vitepress\/config(?:\/[\w-]+)?\.[cm]?[jt]s$/, parts: [['nav'], ['sidebar']] },
      {
        targets: ['link'],
        titles: ['text'],
        ignored: ['activeMatch', 'collapsed', 'target', 'rel', 'base'],
        texts: false,
      },
      ['nav', 'sidebar'],
    ),
  ],
  includes: [vitepressIncludes],
  parts: [importedParts],
  directives: true,
  variables: 'vue',
  prepare: (body, _page, data) => vitepressText(body, data),
  createAnchors: ({ facts }) => vitepressAnchors(facts?.vuepress === 1 ? 2 : 1),
  // https://vuepress.vuejs.org/reference/frontmatter.html#permalink
  movedPath({ facts }, data) {
    const own = facts === undefined ? null : textField(data, 'permalink');
    const path = own?.replace(/^\/+/, '') ?? null;
    return path !== null && facts?.vuepress === 2 ? sanitizedPath(path) : path;
  },
};

const invalid = /[\p{Cc}"#$%&*+,:;<=>?[\]^`{|}]/gu;

/**
 * A path as VuePress 2 serves it: `_parts/a+b` is `parts/a_b`.
 * https://github.com/vuepress/core/blob/main/packages/utils/src/module/sanitizeFileName.ts
 */
function sanitizedPath(path: string): string {
  const segments = path.split('/');
  return segments.map((name) => name.replaceAll(invalid, '_').replace(/^_+/, '')).join('/');
}

/** VuePress 2 needs a bundler, and takes its theme as a call. https://vuepress.github.io/reference/config.html */
function isFirstVuepress(exported: unknown, { bundler, theme }: Record<string, unknown>): boolean {
  const isSecond = asCall(exported)?.call === 'defineUserConfig' || bundler !== undefined;
  return !isSecond && asCall(theme) === null;
}

function computedRewrites(file: string, config: Record<string, unknown>): ContentWarning[] {
  const message =
    'Its `rewrites` are a function, which is not run. Give a URL mapping, if the addresses are not those of the files.';
  return asCall(config['rewrites']) === null ? [] : [{ file, message }];
}

/** Languages with their own folder; one with an absolute `link` is another site. */
function readLocales(config: Record<string, unknown>): { folder: string; language: string }[] {
  return Object.entries(asObject(config['locales'])).flatMap(([key, locale]) => {
    const { lang, link } = asObject(locale);
    // `/de/` in VuePress.
    const folder = joinPath(key);
    if (folder === 'root' || folder === '' || asText(link)?.includes('://')) return [];
    return [{ folder, language: asText(lang) ?? folder }];
  });
}

function rootLocale(config: Record<string, unknown>): Record<string, unknown> {
  const locales = asObject(config['locales']);
  return asObject(locales['root'] ?? locales['/']);
}
