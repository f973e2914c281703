import { mkdocsFile, zensicalNavigation } from './navigation.ts';
import { asList, asObject, asText, asTexts, walkObjects } from '../../config/values.ts';
import { bangIncludes, codeIncludes, snippetIncludes } from './includes.ts';
import { markdownIncludes } from '../../includes/percent-includes.ts';
import { mkdocsBlocks } from './blocks.ts';
import { pythonAnchors } from '../../markdown/python-anchors.ts';
import { flatValues } from '../flat-values.ts';
import { notebookText } from '../../notebook.ts';
import type { ContentWarning } from '../../page.ts';
import { always, readDate } from '../../publication.ts';
import type { Framework } from '../framework.ts';
import type { PageFile, Redirect } from '../../site/site-facts.ts';
import { ignoreGlobs, matchGlobs } from '../../site/glob.ts';
import { dateOf, readBlog } from './blog.ts';
import {
  languageSites,
  mkdocsConfigs,
  namedOptions,
  type Options,
  readInherited,
  siteUrl,
} from './config.ts';
import { baseOf, movedBy, newPage, newSite, pagesBelow } from '../new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import { isNotebook } from '../../site/endings.ts';

const indexNames = ['index', 'README'];

/** How ids are made, and whether a post waits for its day. */
type Facts = { keepsUnicode?: boolean; hasEmoji?: boolean; hidesFuture?: boolean };

/**
 * MkDocs with Material, and Zensical, which follows it.
 * https://www.mkdocs.org/user-guide/configuration/ https://zensical.org/docs/setup/basics/
 */
export const mkdocs: Framework<Facts> = {
  name: 'mkdocs',
  async open(tree, readConfig, { baseUrl }) {
    const read = async (name: string): Promise<Options> => {
      const config = asObject((await readConfig(name))['default']);
      return name.endsWith('.toml') ? asObject(config['project']) : config;
    };
    const sites = languageSites(await mkdocsConfigs(tree.files, read));
    if (sites === null) return null;
    const file = sites.main;
    const root = folderOf(file);
    const config = await readInherited(file, read);
    const docsDir = asText(config['docs_dir']) ?? 'docs';
    const titles = navTitles(config['nav']);
    const source = sourceFolder(tree.files, root, docsDir, titles);
    const start = source === '' ? '' : `${source}/`;
    const plugins = namedOptions(config['plugins']);
    const isExcluded = matchGlobs(['**/.*', '**/.*/**', ...excluded(config, plugins)]);
    const languages = readLanguages(plugins.get('i18n'));
    const isPage = plugins.has('mkdocs-jupyter') ? /\.(?:md|markdown|ipynb)$/ : /\.(?:md|markdown)$/;
    const files = tree.files.filter(
      (one) => one.startsWith(start) && isPage.test(one) && !isExcluded(one.slice(start.length)),
    );
    const headings = headingRules(namedOptions(config['markdown_extensions']));
    const blog = plugins.has('blog') ? await readBlog(tree, start, files, plugins.get('blog')) : null;
    const pages = files.map((one) => {
      const page = pageOf(one, one.slice(start.length), languages, titles, headings);
      const hidesFuture = blog?.hidesFuture === true && blog.paths.has(one);
      return { ...page, path: blog?.paths.get(one) ?? page.path, facts: { ...headings, hidesFuture } };
    });
    const translated = sites.others.flatMap(({ root: folder, language }) =>
      pagesBelow(
        tree.files,
        joinPath(folder, docsDir),
        (within) => ({
          path: joinPath(language, literalPath(within, indexNames)),
          language,
          isDefault: false,
          facts: headings,
        }),
        indexNames,
      ),
    );
    const flat = config['use_directory_urls'] === false;
    return newSite([...pages, ...translated], {
      title: asText(config['site_name']),
      addresses: {
        base: baseOf(baseUrl, siteUrl(config), null),
        ending: flat ? '.html' : '/',
        folderEnding: '/',
      },
      redirects: mapRedirects(plugins.get('redirects')),
      generated: [...missingPages(config['nav'], files, start), ...(blog?.generated ?? [])],
      fallbackPrefixes: [...languages.filter(({ main }) => !main), ...sites.others].map(
        ({ language }) => language,
      ),
      root,
      sourceRoots: [source, ...snippetFolders(root, config)],
      variables: macroValues(config, plugins),
      assemble: async (page, text) => ({
        text: isNotebook(page.file) ? (notebookText(text) ?? '') : text,
      }),
      warnings: unread(file, config, plugins),
    });
  },
  siteFiles: [mkdocsFile, zensicalNavigation],
  failsWithout: 'pages',
  // https://mkdocs-macros-plugin.readthedocs.io fills in Jinja; plugins may be inherited from a file of any name.
  runs: [
    {
      files: /(?:^|\/)(?:(?:mkdocs|properdocs)[\w.-]*\.ya?ml|zensical\.toml)$/,
      text: /\bmacros\b|^INHERIT:/m,
      templates: 'liquid',
    },
  ],
  includes: [snippetIncludes, codeIncludes, markdownIncludes, bangIncludes],
  variables: 'site and page',
  definitions: true,
  prepare: mkdocsBlocks,
  createAnchors: ({ facts = {} }) => pythonAnchors(facts),
  publication: ({ facts }, data) => ({
    ...always,
    from: (facts?.hidesFuture === true ? readDate(dateOf(data)) : null) ?? -Infinity,
  }),
  movedPath: movedBy('permalink'),
};

function excluded(config: Options, plugins: Map<string, unknown>): string[] {
  const texts = [
    config['exclude_docs'],
    config['draft_docs'],
    ...[asObject(plugins.get('exclude'))['glob']].flat(),
  ];
  const listed = texts.flatMap((text) => asText(text) ?? []);
  const { nav_file: navigation = 'SUMMARY.md' } = asObject(plugins.get('literate-nav'));
  // An index that lists the pages below it is a page of the site.
  if (plugins.has('literate-nav') && typeof navigation === 'string' && !isIndexFile(navigation, indexNames))
    listed.push(navigation);
  return ignoreGlobs(listed.join('\n'));
}

type Language = { language: string; main: boolean };

function readLanguages(i18n: unknown): Language[] {
  const { languages, default_language: main } = asObject(i18n);
  return asList(languages).flatMap((one) => {
    const { locale, default: isMain } = asObject(one);
    return typeof locale === 'string' ? [{ language: locale, main: isMain === true || locale === main }] : [];
  });
}

/** What the configuration says of the ids of headings. */
function headingRules(extensions: Map<string, unknown>): Facts {
  const isUnicode = JSON.stringify(extensions.get('toc') ?? '').includes('slugs');
  const hasEmoji = ['pymdownx.emoji', 'material.extensions.emoji', 'zensical.extensions.emoji'].some((name) =>
    extensions.has(name),
  );
  return { keepsUnicode: isUnicode, hasEmoji };
}

function pageOf(
  file: string,
  within: string,
  languages: Language[],
  titles: Map<string, string>,
  facts: Facts,
): PageFile {
  const bare = within.replace(/\.\w+$/, '');
  const bySuffix = languages.find(({ language }) => bare.endsWith(`.${language}`));
  const byFolder = languages.find(({ language }) => within.startsWith(`${language}/`));
  const found = bySuffix ?? byFolder ?? languages.find(({ main }) => main);
  let served = within;
  if (bySuffix !== undefined) served = `${bare.slice(0, -bySuffix.language.length - 1)}.md`;
  if (byFolder !== undefined && bySuffix === undefined) served = within.slice(byFolder.language.length + 1);
  const prefix = found === undefined || found.main ? '' : found.language;
  return newPage(file, joinPath(prefix, literalPath(served, indexNames)), {
    isIndex: isIndexFile(served, indexNames),
    language: found?.language ?? null,
    isDefault: found === undefined || found.main,
    title: titles.get(within) ?? null,
    facts,
  });
}

function unread(file: string, config: Options, plugins: Map<string, unknown>): ContentWarning[] {
  if (Object.keys(config).length === 0)
    return [{ file, message: 'The configuration cannot be read as data.' }];
  if (!plugins.has('multirepo')) return [];
  return [{ file, message: 'Docs that multirepo imports are not read: add their repositories as sources.' }];
}

/** `nav` is nested lists of `Title: file.md` and bare files. */
function navTitles(nav: unknown, titles = new Map<string, string>()): Map<string, string> {
  for (const item of asList(nav)) {
    if (typeof item === 'string') continue;
    for (const [title, value] of Object.entries(asObject(item))) {
      if (typeof value === 'string') titles.set(value.replace(/^\.?\//, ''), title);
      else navTitles(value, titles);
    }
  }
  return titles;
}

/** Pages that the navigation names by a title, and its folders, without a file are generated by the build. */
function missingPages(nav: unknown, files: string[], start: string): string[] {
  const named = new Set<string>();
  walkObjects({ nav }, (item) => {
    for (const value of Object.values(item)) {
      const isTitled = typeof value === 'string';
      for (const one of asTexts(value))
        if ((isTitled && one.endsWith('.md')) || /^[^:*]+\/$/.test(one)) named.add(joinPath(one));
    }
  });
  const known = new Set(files);
  const isThere = (path: string): boolean =>
    known.has(start + path) || files.some((file) => file.startsWith(`${start}${path}/`));
  return [...named].filter((path) => !isThere(path)).map((path) => literalPath(path, indexNames));
}

/** The folder of the pages. Where it is not there, they may lie beside their configuration, as in a copy of the docs alone. */
function sourceFolder(files: string[], root: string, docsDir: string, titles: Map<string, string>): string {
  const source = joinPath(root, docsDir);
  const isThere = files.some((file) => file.startsWith(`${source}/`));
  const isBeside = (page: string): boolean => files.includes(joinPath(root, page));
  return isThere || ![...titles.keys()].some(isBeside) ? source : root;
}

function mapRedirects(options: unknown): Redirect[] {
  const path = (file: string): string => {
    const [name = '', anchor] = file.split('#');
    return literalPath(name, indexNames) + (anchor === undefined ? '' : `#${anchor}`);
  };
  return Object.entries(asObject(asObject(options)['redirect_maps'])).flatMap(([from, to]) =>
    typeof to === 'string' ? [{ from: path(from), to: to.includes('://') ? to : path(to) }] : [],
  );
}

/**
 * Values of `{{ name }}` with the macros plugin: `extra` by its names, and `config`. Without it, braces are text.
 * https://mkdocs-macros-plugin.readthedocs.io/en/latest/
 */
function macroValues(config: Options, plugins: Map<string, unknown>): Record<string, string> | null {
  // A hook may fill in what only it knows.
  if (!plugins.has('macros') && !plugins.has('markdownextradata') && !('hooks' in config)) return null;
  const { site_name, site_url, site_description, repo_url, repo_name, docs_dir, copyright, extra } = config;
  const own = { site_name, site_url, site_description, repo_url, repo_name, docs_dir, copyright, extra };
  return { ...flatValues({ config: own }), ...flatValues(extra), ...flatValues({ extra }) };
}

/** Base folders of `--8<--`. https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ */
function snippetFolders(root: string, config: Options): string[] {
  const options = asObject(namedOptions(config['markdown_extensions']).get('pymdownx.snippets'));
  const folders = asTexts(options['base_path'] ?? '.');
  return folders.map((folder) => joinPath(root, folder.replaceAll(/^\$config_dir|!relative\s*/g, '')));
}
