import { asList, asObject, asText, asTexts } from '../config/values.ts';
import { textField } from '../front-matter.ts';
import { percentIncludes } from '../includes/percent-includes.ts';
import { codeIncludes } from '../includes/code-includes.ts';
import { snippetIncludes } from '../includes/snippet-includes.ts';
import { mkdocsBlocks } from '../markdown/mkdocs-blocks.ts';
import { pythonAnchors } from '../markdown/python-anchors.ts';
import { findConfigs } from './find-config.ts';
import { flatValues } from './flat-values.ts';
import type { ContentWarning } from '../page.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Framework, PageFile, Redirect } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { readBlog } from './mkdocs-blog.ts';
import { languageSites } from './mkdocs-languages.ts';
import { includedProjects } from './mkdocs-monorepo.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from './paths.ts';
import { withoutEnd } from '../../lib/without-end.ts';

const indexNames = ['index', 'README'];

type Options = Record<string, unknown>;

/**
 * MkDocs with Material, and Zensical after it, which keeps the same settings in TOML.
 * https://www.mkdocs.org/user-guide/configuration/ https://zensical.org/docs/setup/basics/
 */
export const mkdocs: Framework = {
  name: 'mkdocs',
  async open(tree, readConfig, { baseUrl }) {
    const sites = languageSites(
      findConfigs(tree.files, /(?:^|\/)(?:(?:mkdocs|properdocs)\.ya?ml|zensical\.toml)$/),
    );
    if (sites === null) return null;
    const file = sites.main;
    const root = folderOf(file);
    const read = async (name: string): Promise<Options> => {
      const options = asObject((await readConfig(name))['default']);
      return name.endsWith('.toml') ? asObject(options['project']) : options;
    };
    const config = await readInherited(file, read);
    const docsDir = asText(config['docs_dir']) ?? 'docs';
    const source = joinPath(root, docsDir);
    const start = source === '' ? '' : `${source}/`;
    const plugins = namedOptions(config['plugins']);
    const isExcluded = matchGlobs(['**/.*', '**/.*/**', ...excluded(config, plugins)]);
    const languages = readLanguages(plugins.get('i18n'));
    const titles = navTitles(config['nav']);
    const files = tree.files.filter(
      (one) =>
        one.startsWith(start) && /\.(?:md|markdown)$/.test(one) && !isExcluded(one.slice(start.length)),
    );
    const headings = headingRules(namedOptions(config['markdown_extensions']));
    const blog = plugins.has('blog') ? await readBlog(tree, start, files, plugins.get('blog')) : null;
    const pages = files.map((one) => {
      const page = pageOf(one, one.slice(start.length), languages, titles, headings);
      return { ...page, path: blog?.paths.get(one) ?? page.path };
    });
    const translated = sites.others.flatMap((site) =>
      pagesBelow(tree, joinPath(site.root, docsDir), site.language, new Map(), headings).map((page) => ({
        ...page,
        language: site.language,
        isDefault: false,
      })),
    );
    const projects = await includedProjects(config['nav'], root, tree.files, read);
    const included = projects.flatMap(({ source: folder, path, nav }) =>
      pagesBelow(tree, folder, path, navTitles(nav), headings),
    );
    const flat = config['use_directory_urls'] === false;
    return newSite([...pages, ...translated, ...included], {
      addresses: {
        base: baseOf(baseUrl, siteUrl(config), null),
        ending: flat ? '.html' : '/',
        folderEnding: '/',
      },
      redirects: [
        ...mapRedirects(plugins.get('redirects')),
        ...(await readHostRedirects(tree, root, readConfig)),
      ],
      generated: [...missingPages(titles, files, start), ...(blog?.generated ?? [])],
      fallbackPrefixes: [...languages.filter(({ main }) => !main), ...sites.others].map(
        ({ language }) => language,
      ),
      sourceRoots: [source, ...projects.map((project) => project.source), ...snippetFolders(root, config)],
      variables: macroValues(config, plugins),
      warnings: unread(file, config, plugins),
    });
  },
  includes: [snippetIncludes, codeIncludes, percentIncludes],
  variables: 'site',
  definitions: true,
  prepare: mkdocsBlocks,
  createAnchors: ({ extra }) =>
    pythonAnchors({ keepsUnicode: extra?.['anchors'] === 'unicode', hasEmoji: extra?.['emoji'] === 'yes' }),
  movedPath(_page, data) {
    const moved = textField(data, 'permalink');
    return moved === null ? null : joinPath(moved);
  },
};

/** `INHERIT: ../base.yml` provides defaults. */
async function readInherited(
  file: string,
  read: (file: string) => Promise<Options>,
  depth = 0,
): Promise<Options> {
  const config = await read(file);
  const parent = asText(config['INHERIT']);
  if (parent === null || depth > 3) return config;
  return { ...(await readInherited(joinPath(folderOf(file), parent), read, depth + 1)), ...config };
}

/** `[search, {redirects: {…}}]` or `{search: …}` as options by name; `pymdownx.emoji` of TOML is an object in an object. */
function namedOptions(listed: unknown): Map<string, unknown> {
  const entries = Array.isArray(listed)
    ? listed.flatMap((item): [string, unknown][] =>
        typeof item === 'string' ? [[item, {}]] : Object.entries(asObject(item)),
      )
    : Object.entries(asObject(listed)).flatMap(([name, options]): [string, unknown][] =>
        name === 'pymdownx'
          ? Object.entries(asObject(options)).map(([inner, own]) => [`${name}.${inner}`, own])
          : [[name, options]],
      );
  return new Map(
    entries.map(([name, options]) => [name.replace(/^(?:material\/|markdown\.extensions\.)/, ''), options]),
  );
}

function excluded(config: Options, plugins: Map<string, unknown>): string[] {
  const lines = [config['exclude_docs'], config['draft_docs']].flatMap((text) =>
    (asText(text) ?? '').split('\n'),
  );
  const globs = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('!'));
  const listed = [...globs, ...asTexts(asObject(plugins.get('exclude'))['glob'])];
  const navigation = asText(asObject(plugins.get('literate-nav'))['nav_file']);
  if (navigation !== null) listed.push(navigation);
  return listed.flatMap((glob) => {
    const anywhere = glob.startsWith('/') ? glob : `**/${glob}`;
    return glob.endsWith('/') ? [`${anywhere}**`] : [anywhere, `${anywhere}/**`];
  });
}

/** With mike's versions, readers get the default version. `!ENV [NAME, fallback]` is parsed as a list. */
function siteUrl(config: Options): string | null {
  const url = asTexts(config['site_url']).at(-1) ?? null;
  const { provider, default: alias } = asObject(asObject(config['extra'])['version']);
  const version = provider === 'mike' ? asTexts(alias)[0] : undefined;
  return url === null || version === undefined ? url : `${withoutEnd(url, '/')}/${version}/`;
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
function headingRules(extensions: Map<string, unknown>): Record<string, string> {
  const isUnicode = JSON.stringify(extensions.get('toc') ?? '').includes('slugs');
  const hasEmoji = ['pymdownx.emoji', 'material.extensions.emoji', 'zensical.extensions.emoji'].some((name) =>
    extensions.has(name),
  );
  return { ...(isUnicode && { anchors: 'unicode' }), ...(hasEmoji && { emoji: 'yes' }) };
}

function pageOf(
  file: string,
  within: string,
  languages: Language[],
  titles: Map<string, string>,
  extra: Record<string, string>,
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
    extra,
  });
}

/** The pages of a folder that is served below `path`: a language or a project with its own configuration. */
function pagesBelow(
  tree: FileTree,
  folder: string,
  path: string,
  titles: Map<string, string>,
  headings: Record<string, string>,
): PageFile[] {
  const start = `${folder}/`;
  const files = tree.files.filter((one) => one.startsWith(start) && /\.(?:md|markdown)$/.test(one));
  return files.map((one) => {
    const page = pageOf(one, one.slice(start.length), [], titles, headings);
    return { ...page, path: joinPath(path, page.path) };
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

/** Pages of the navigation without a file are generated by the build. */
function missingPages(titles: Map<string, string>, files: string[], start: string): string[] {
  const known = new Set(files);
  const missing = [...titles.keys()].filter((file) => file.endsWith('.md') && !known.has(start + file));
  return missing.map((file) => literalPath(file, indexNames));
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
  if (!plugins.has('macros') && !plugins.has('markdownextradata')) return null;
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
