import { docusaurusNavigation, docusaurusRedirects } from './navigation.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText, asTexts, unwrapConfig, walkObjects } from '../../config/values.ts';
import { textField } from '../../front-matter.ts';
import { fenceIncludes } from '../../includes/fence-includes.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { openMdxCodeBlocks } from './mdx-code-blocks.ts';
import type { ContentWarning } from '../../page.ts';
import type { Dialect, PageFile } from '../../site/site-facts.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { generatedApis, isGenerated, placeApis, redocPages } from './apis.ts';
import { contentFiles, contentOptions, type Languages, type Options, pluginOptions } from './content.ts';
import { readOtherPages } from './other-pages.ts';
import { type DocsVersion, listVersions } from './versions.ts';
import type { Framework } from '../framework.ts';
import { readRedirects } from '../host-redirects.ts';
import { namedFiles } from '../named-files.ts';
import { readMdxComponents } from '../mdx-components.ts';
import { baseOf, newPage, newSite, unreadable } from '../new-site.ts';
import { withoutNumber } from '../url-mapping.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Where a page's plugin serves its pages, and its folder there. */
type Facts = { route: string; folder: string; isPost?: true };

/** Docusaurus 2 and 3. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs */
export const docusaurus: Framework<Facts> = {
  name: 'docusaurus',
  async open(tree, readConfig, { baseUrl }, [file = '']) {
    const root = folderOf(file);
    const exported = (await readConfig(file))['default'];
    const config = unwrapConfig(exported);
    const languages = readLanguages(config);
    const pages: PageFile[] = [];
    const others = readOtherPages(tree, root, config, languages);
    const generated = ['search', ...others.generated];
    const sourceRoots = [root, ...others.folders];
    const apis = generatedApis(root, config, tree.files);
    const routes = new Map<string, string>();
    const warnings: ContentWarning[] = [];
    for (const options of contentOptions(config, 'docs')) {
      const route = joinPath(asText(options['routeBasePath']) ?? 'docs');
      const versions = await listVersions(root, options, languages, readConfig, (folder) =>
        tree.files.some((one) => one.startsWith(`${folder}/`)),
      );
      warnings.push(...withoutFolder(versions, tree.files));
      for (const version of versions) {
        sourceRoots.push(version.folder);
        const at = joinPath(version.prefix, route, version.path);
        routes.set(version.folder, at);
        const found = pagesOf(tree, version, at, options, dialectsOf(config));
        pages.push(...found.filter(({ file }) => !isGenerated(file, apis)));
      }
      const indexes = await generatedIndexes(tree, root, options, readConfig);
      for (const { prefix, path } of versions)
        generated.push(...indexes.map((index) => joinPath(prefix, route, path, index)));
    }
    const taken = new Set(pages.map(({ file }) => file));
    pages.push(...others.pages.filter(({ file }) => !taken.has(file)));
    const base = baseOf(baseUrl, config['url'], config['baseUrl']);
    return newSite(pages, {
      title: asText(config['title']),
      addresses: {
        base,
        ending: config['trailingSlash'] === true ? '/' : '',
        folderEnding: config['trailingSlash'] === false ? '' : '/',
      },
      redirects: pluginOptions(config, 'client-redirects').flatMap(({ redirects }) =>
        readRedirects(redirects),
      ),
      generated,
      apiFiles: [...namedFiles(tree, root, config), ...apis.map(({ description }) => description)],
      ...placeApis(root, apis, redocPages(root, config), base, routes),
      fallbackPrefixes: languages.others.map(languages.prefixOf),
      sourceRoots,
      components: await readMdxComponents(tree, root),
      warnings: [...unreadable(file, exported), ...warnings],
    });
  },
  mdIsMdx: true,
  siteFiles: [docusaurusNavigation, docusaurusRedirects],
  failsWithout: 'pages',
  runs: [{ files: /(?:^|\/)docusaurus\.config\.\w+$/, asMdx: true }],
  includes: [fenceIncludes],
  parts: [importedParts, namedParts],
  directives: true,
  prepare: openMdxCodeBlocks,
  dialectsOf: ({ dialects }, data) => (asObject(data['mdx'])['format'] === 'md' ? ['markdown'] : dialects),
  movedPath({ path, isIndex, facts }, data) {
    // Docs apart from their configuration know no route.
    const { route = '', folder = folderOf(path) } = facts ?? {};
    const slug = textField(data, 'slug');
    if (slug !== null) return slug.startsWith('/') ? joinPath(route, slug) : joinPath(route, folder, slug);
    const id = textField(data, 'id');
    return id === null || isIndex || facts?.isPost === true ? null : joinPath(route, folder, id);
  },
};

/** Versions that `versions.json` names, and that would be missed without a word. */
function withoutFolder(versions: DocsVersion[], files: string[]): ContentWarning[] {
  return versions
    .filter(({ folder }) => /versioned_docs\/version-[^/]+$/.test(folder))
    .filter(({ folder }) => !files.some((file) => file.startsWith(`${folder}/`)))
    .map(({ folder, name }) => ({
      file: folder,
      message: `versions.json names the version ${name}, and this folder is not here: its pages are missing.`,
    }));
}

function readLanguages(config: Options): Languages {
  const { defaultLocale, locales, path, localeConfigs } = asObject(config['i18n']);
  const main = asText(defaultLocale);
  const others = asTexts(locales).filter((locale) => locale !== main);
  const translations = asText(path) ?? 'i18n';
  const base = asText(config['baseUrl']) ?? '/';
  const optionsOf = (locale: string): Options => asObject(asObject(localeConfigs)[locale]);
  return {
    main: others.length > 0 ? main : null,
    others,
    folderOf: (locale) => joinPath(translations, asText(optionsOf(locale)['path']) ?? locale),
    prefixOf(locale) {
      const own = asText(optionsOf(locale)['baseUrl']);
      return own?.startsWith(base) === true ? joinPath(own.slice(base.length)) : locale;
    },
  };
}

/** `.md` is MDX too, unless `markdown.format` says otherwise. */
function dialectsOf(config: Options): (file: string) => Dialect[] {
  const { format } = asObject(config['markdown']);
  return (file) =>
    format === 'md' || (format === 'detect' && !file.endsWith('.mdx')) ? ['markdown'] : ['mdx', 'markdown'];
}

function pagesOf(
  tree: FileTree,
  version: DocsVersion,
  route: string,
  options: Options,
  dialects: (file: string) => Dialect[],
): PageFile[] {
  const keepsNumbers = options['numberPrefixParser'] === false;
  return contentFiles(tree, version.folder, options)
    .filter(([file]) => /\.mdx?$/.test(file))
    .map(([file, within]) => {
      const path = within.replace(/\.\w+$/, '');
      const stripped = keepsNumbers ? path : path.split('/').map(stripNumber).join('/');
      const folder = folderOf(stripped);
      // By the names as written: `01-guide/guide.md` is no index.
      const [name = '', parent = ''] = path.toLowerCase().split('/').reverse();
      const isIndex = ['index', 'readme', parent].includes(name);
      return newPage(file, joinPath(route, isIndex ? folder : stripped), {
        isIndex,
        language: version.language,
        version: version.name,
        isDefault: version.isDefault,
        dialects: dialects(file),
        facts: { route, folder },
      });
    });
}

/**
 * `01-intro` is `intro`, but `7.0-notes` and `2021-11-notes` stay.
 * https://github.com/facebook/docusaurus/blob/main/packages/docusaurus-plugin-content-docs/src/numberPrefix.ts
 */
function stripNumber(segment: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}|^\d+[-_.]\d+/.test(segment)) return segment;
  return withoutNumber(segment);
}

/** The maximum number of folders whose own description is read. */
const maxCategories = 500;

/** Paths below those of each version. */
async function generatedIndexes(
  tree: FileTree,
  root: string,
  options: Options,
  readConfig: ReadConfig,
): Promise<string[]> {
  const folders = tree.files
    .filter((file) => /\/_category_\.(?:json|ya?ml)$/.test(file))
    .slice(0, maxCategories);
  const sidebars = joinPath(root, asText(options['sidebarPath']) ?? 'sidebars.js');
  const found = ['category', 'tags'];
  walkObjects((await readConfig(sidebars))['default'], ({ type, slug }) => {
    if (type === 'generated-index' && typeof slug === 'string') found.push(slug);
  });
  for (const file of folders) {
    const { slug } = asObject(asObject((await readConfig(file))['default'])['link']);
    if (typeof slug === 'string') found.push(slug);
  }
  return found;
}
