import { starlightNavigation, starlightRedirects } from './navigation.ts';
import { slug } from 'github-slugger';
import { asCall, asList, asObject, asText, unwrapConfig } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { heroText } from '../../markdown/hero.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import {
  astroAnchors,
  type AstroFacts,
  astroEnding,
  astroSource,
  findAstroConfig,
  readLoader,
  withTypography,
} from './astro-config.ts';
import type { Framework, PlaceOperation } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { readRedirects } from '../host-redirects.ts';
import { namedFiles } from '../named-files.ts';
import { navigationTitles } from '../navigation-titles.ts';
import { baseOf, movedBy, newPage, newSite, unreadable } from '../new-site.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

type Locale = { folder: string; language: string; isDefault: boolean };

/** Starlight. https://starlight.astro.build/reference/configuration/ */
export const starlight: Framework<AstroFacts> = {
  name: 'starlight',
  async open(tree, readConfig, { baseUrl }, claimed) {
    const file = await findAstroConfig(tree, claimed);
    if (file === null) return null;
    const root = folderOf(file);
    const config = unwrapConfig((await readConfig(file))['default']);
    const integration = asList(config['integrations'])
      .map(asCall)
      .find((call) => call?.call === 'starlight');
    const options = asObject(integration?.arguments[0]);
    const locales = readLocales(options);
    const titles = navigationTitles(options['sidebar']);
    const ending = astroEnding(config);
    const source = astroSource(root, config);
    const base = await readLoader(tree, source, readConfig, 'docs');
    const docs = base === null ? joinPath(source, 'content/docs') : joinPath(root, base);
    const pages = withTypography(pagesOf(tree, docs, locales, titles), config);
    return newSite(pages, {
      // A title for each language is an object.
      title:
        [options['title'], ...Object.values(asObject(options['title']))].map(asText).find(Boolean) ?? null,
      addresses: {
        base: baseOf(baseUrl, config['site'], config['base']),
        ending,
        folderEnding: ending,
      },
      redirects: readRedirects(config['redirects']),
      generated: astroPages(tree, source),
      fallbackPrefixes: locales.map(({ folder }) => folder).filter((folder) => folder !== ''),
      fallbackFolder: locales.find(({ isDefault }) => isDefault)?.folder ?? '',
      sourceRoots: [root, source, joinPath(source, 'content'), docs],
      apiFiles: namedFiles(tree, root, options),
      placeOperation: createPlace(root, options),
      warnings: unreadable(file, integration?.arguments[0]),
    });
  },
  siteFiles: [starlightNavigation, starlightRedirects],
  failsWithout: 'pages',
  parts: [importedParts, namedParts],
  directives: true,
  prepare: (body, _page, data) => heroText(data) + percentTags(body),
  createAnchors: astroAnchors,
  // What lies below such a folder is included by pages, unless it has the title that each page must have.
  isUnpublished: ({ file }, data) => /(?:^|\/)_[^/]*\//.test(file) && textField(data, 'title') === null,
  movedPath: movedBy('slug'),
};

/** `starlightOpenAPI([{base: 'api', schema: './api.yaml'}])` serves operations below `api/operations`. */
function createPlace(root: string, options: Record<string, unknown>): PlaceOperation {
  const bases = new Map<string, string>();
  const plugins = asList(options['plugins'])
    .map(asCall)
    .filter((call) => /openapi/i.test(call?.call ?? ''));
  for (const one of asList(plugins[0]?.arguments[0])) {
    const { base, schema } = asObject(one);
    if (typeof base === 'string' && typeof schema === 'string') bases.set(joinPath(root, schema), base);
  }
  return (file, operation) => {
    const base = bases.get(file);
    if (base === undefined) return null;
    if (operation.method === '') return joinPath(base);
    return joinPath(
      base,
      'operations',
      slug(operation.operationId ?? `${operation.path}/${operation.method}`),
    );
  };
}

function readLocales(options: Record<string, unknown>): Locale[] {
  const main = asText(options['defaultLocale']) ?? 'root';
  return Object.entries(asObject(options['locales'])).map(([key, locale]) => {
    const folder = key === 'root' ? '' : key;
    const language = asText(asObject(locale)['lang']) ?? (folder === '' ? 'en' : folder);
    return { folder, language, isDefault: key === main };
  });
}

function pagesOf(tree: FileTree, source: string, locales: Locale[], titles: Map<string, string>): PageFile[] {
  const start = source === '' ? '' : `${source}/`;
  const files = tree.files.filter(
    (file) => file.startsWith(start) && /\.(?:md|mdx|mdoc|markdown)$/.test(file),
  );
  return files.flatMap((file) => {
    const segments = file
      .slice(start.length)
      .replace(/\.\w+$/, '')
      .split('/');
    // Only files: `_folder/page.md` has a page. The page for what is not found is no docs.
    if (segments.at(-1)?.startsWith('_') || segments.join('/') === '404') return [];
    const isIndex = segments.at(-1) === 'index';
    const path = (isIndex ? segments.slice(0, -1) : segments).map((segment) => slug(segment)).join('/');
    const folder = segments[0]?.toLowerCase() ?? '';
    const locale = locales.find((one) => one.folder === folder) ?? locales.find((one) => one.folder === '');
    return [
      newPage(file, path, {
        isIndex,
        language: locale?.language ?? null,
        isDefault: locale?.isDefault ?? true,
        title: titles.get(path) ?? null,
      }),
    ];
  });
}

/** Pages of the site outside of its docs. */
function astroPages(tree: FileTree, source: string): string[] {
  const start = `${joinPath(source, 'pages')}/`;
  return tree.files
    .filter((file) => file.startsWith(start))
    .map((file) =>
      joinPath(
        file
          .slice(start.length)
          .replace(/(?:index)?\.\w+$/, '')
          .replace(/\[.*/s, ''),
      ),
    );
}
