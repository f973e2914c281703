import { addressLink, sourceLink } from './links.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import { listField, splitFrontMatter, textField, type FrontMatter } from '../../front-matter.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import { findJekyllIncludes } from './includes.ts';
import { ownAnchors } from '../../markdown/anchors.ts';
import { kramdownAnchors } from './anchors.ts';
import { kramdownText } from '../../markdown/kramdown.ts';
import { fillLiquid } from '../../markdown/liquid.ts';
import { addToYaml } from '../../navigation/front-matter-lists.ts';
import { yamlFile } from '../../navigation/yaml-entries.ts';
import { always, dateField, readDate } from '../../publication.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { findConfig, isOfRepository } from '../find-config.ts';
import type { Framework, Site, SiteOptions } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { fillJekyllPermalink, permalinkPattern } from './permalinks.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { isDocsFile } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath } from '../../site/paths.ts';

type Options = Record<string, unknown>;

/** How a page's path is made, the values of its templates, and rules of its text. */
type Facts = {
  pattern: string;
  within: string;
  collection: string;
  site: Options;
  defaults: Options;
  hasFuture: true;
  isKramdown: true;
  idPrefix: string;
  needsFrontMatter: true;
};

/** Jekyll and GitHub Pages. https://jekyllrb.com/docs/structure/ */
export const jekyll: Framework<Partial<Facts>> = {
  name: 'jekyll',
  async open(tree, readConfig, { baseUrl }, claimed) {
    for (const file of claimed) {
      const options = asObject((await readConfig(file))['default']);
      const source = joinPath(folderOf(file), asText(options['source']) ?? '');
      if (!isJekyll(options, source, tree.files)) continue;
      return openSource(source, options, tree, readConfig, baseUrl);
    }
    return null;
  },
  siteFiles: [
    // https://jekyllrb.com/tutorials/navigation/
    yamlFile(
      { fits: /(?:^|\/)_data\/(?:.*\/)?[^/]*(?:nav|toc|sidebar|menu|tutorials|docs)[^/]*\.ya?ml$/i },
      { targets: ['link', 'url', 'path', 'page', 'href'], titles: ['title', 'text', 'name', 'label'] },
    ),
    // Themes read page lists of other names, too.
    { fits: /(?:^|\/)_data\/.*\.ya?ml$/i },
    // https://github.com/jekyll/jekyll-redirect-from
    {
      inPage: '',
      plugin: 'jekyll-redirect-from',
      fits: /\.(?:md|markdown)$/i,
      addRedirect: (text, { url }) => addToYaml(text, 'redirect_from', url),
    },
  ],
  linkForms: [sourceLink, addressLink],
  runs: [{ files: /(?:^|\/)_config\.ya?ml$/, templates: 'liquid' }],
  definitions: true,
  prepare(body, page, data) {
    const { site = {}, defaults } = page.facts ?? {};
    return kramdownText(fillLiquid(body, { site, page: { ...defaults, ...data } }));
  },
  createAnchors: ({ dialects, facts }) =>
    dialects.includes('html') ? ownAnchors() : kramdownAnchors(facts?.isKramdown !== true, facts?.idPrefix),
  readLink: (target) => target.replace(/^\/(?=_\w+\/[^/])/, '/'),
  otherPaths: (_page, data) => listField(data, 'redirect_from').map(bare),
  isUnpublished: (page, data, text) =>
    data['sitemap_exclude'] === 'true' ||
    (page.facts?.needsFrontMatter === true && splitFrontMatter(text).body === text),
  publication: ({ facts }, data) => ({ ...always, from: publishedFrom(facts, data) }),
  movedPath,
};

/** GitHub Pages needs no configuration: its layouts show where a site is, which counts when most docs are there. */
export async function openJekyllSource(
  tree: FileTree,
  readConfig: ReadConfig,
  { baseUrl }: SiteOptions,
): Promise<Site | null> {
  const layout = findConfig(tree.files, /(?:^|\/)_layouts\/[^/]+\.html$/);
  if (layout === null) return null;
  const source = folderOf(folderOf(layout));
  const docs = tree.files.filter((file) => isDocsFile(file) && !isOfRepository(file));
  const inside = docs.filter((file) => source === '' || file.startsWith(`${source}/`));
  return inside.length * 2 < docs.length ? null : openSource(source, {}, tree, readConfig, baseUrl);
}

async function openSource(
  source: string,
  options: Options,
  tree: FileTree,
  readConfig: ReadConfig,
  baseUrl: string | undefined,
): Promise<Site> {
  const needsFrontMatter = await needsFrontMatterIn(
    source,
    options,
    async (name) => (await tree.read(name)).text,
  );
  const pages = pagesOf(tree.files, source, options, needsFrontMatter);
  return newSite(pages, {
    title: asText(options['title'] ?? options['name']),
    addresses: {
      base: baseOf(baseUrl, options['url'], options['baseurl']),
      ending: '',
      folderEnding: '/',
    },
    sourceRoots: [source, ...collections(options).map(({ folder }) => joinPath(source, folder))],
    assemble: async (page, own, warn) => {
      const find = (text: string, from: string): ReturnType<typeof findJekyllIncludes> =>
        findJekyllIncludes(text, from, source, tree);
      const text = await expandIncludes(own, page.file, { find, tree, warn });
      if (!/\{[{%]/.test(text)) return { text };
      return { text, facts: { site: await siteValues(text, source, options, readConfig) } };
    },
  });
}

/** Hexo uses this file name too, and so does Jupyter Book beside its `_toc.yml`. */
function isJekyll(options: Options, source: string, files: string[]): boolean {
  const has = (name: string): boolean => files.includes(joinPath(source, name));
  if (has('_toc.yml') || 'theme_config' in options || 'new_post_name' in options) return false;
  return Object.keys(options).length > 0;
}

/** GitHub Pages renders Markdown without front matter too; plain Jekyll copies it. */
async function needsFrontMatterIn(
  source: string,
  options: Options,
  read: (file: string) => Promise<string | null>,
): Promise<boolean> {
  if (asTexts(options['plugins']).includes('jekyll-optional-front-matter')) return false;
  const gemfile = await read(joinPath(source, 'Gemfile'));
  return gemfile !== null && !gemfile.includes('github-pages');
}

type Collection = { name: string; folder: string; permalink: string | null };

function collections(options: Options): Collection[] {
  const listed = options['collections'];
  const all = Array.isArray(listed)
    ? []
    : Object.entries(asObject(listed)).filter(([, one]) => asObject(one)['output'] === true);
  const folder = asText(options['collections_dir']) ?? '';
  return [
    ...all.map(([name, one]) => ({
      name,
      folder: joinPath(folder, `_${name}`),
      permalink: asText(asObject(one)['permalink']),
    })),
    ...(all.some(([name]) => name === 'posts')
      ? []
      : [{ name: 'posts', folder: joinPath(folder, '_posts'), permalink: null }]),
  ];
}

const excludedAlways = ['.*', 'node_modules', 'vendor', 'Gemfile*', 'CNAME', 'LICENSE*'];

function pagesOf(files: string[], source: string, options: Options, needsFrontMatter: boolean): PageFile[] {
  const start = source === '' ? '' : `${source}/`;
  const isExcluded = matchFolders([...excludedAlways, ...asTexts(options['exclude'])]);
  const isIncluded = matchFolders(asTexts(options['include']));
  const listed = files
    .filter((file) => file.startsWith(start) && /\.(?:md|markdown|mkdn?|html?)$/i.test(file))
    .map((file) => file.slice(start.length))
    .filter((within) => !isExcluded(within) || isIncluded(within));
  const known = collections(options);
  const hasIndex = new Set(listed.filter((within) => isIndexFile(within, ['index'])).map(folderOf));
  return listed.flatMap((within): PageFile[] => {
    const collection = known.find(
      ({ name, folder }) =>
        within.startsWith(`${folder}/`) || (name === 'posts' && /(?:^|\/)_posts\//.test(within)),
    );
    const isOwn = collection === undefined && !/(?:^|\/)[_#]|~$/.test(within);
    if (collection === undefined && !isOwn && !isIncluded(within)) return [];
    const isReadme = /(?:^|\/)README\.\w+$/i.test(within) && !hasIndex.has(folderOf(within));
    return [pageOf(start + within, within, { collection, isReadme, options, needsFrontMatter })];
  });
}

/** Whether a file is one of these or below one: names and globs, of folders with or without a slash. */
function matchFolders(globs: string[]): (file: string) => boolean {
  return matchGlobs(
    globs.flatMap((glob) => {
      const bare = glob.replace(/^\/|\/$/g, '');
      return [bare, `${bare}/**`];
    }),
  );
}

/** Maximum characters of the values that `defaults` give one page. */
const maxDefaults = 2000;

type Known = {
  collection: Collection | undefined;
  isReadme: boolean;
  options: Options;
  needsFrontMatter: boolean;
};

function pageOf(file: string, within: string, known: Known): PageFile {
  const { collection, isReadme, options } = known;
  const type = collection?.name ?? 'pages';
  const defaults = defaultsOf(options, within, type);
  const site = asText(options['permalink']);
  const permalink = asText(defaults['permalink']) ?? collection?.permalink ?? null;
  const pattern = permalinkPattern(permalink, site, type);
  const start = collection === undefined ? '' : `${collection.folder}/`;
  const inside = within.startsWith(start) ? within.slice(start.length) : within;
  const served = isReadme ? joinPath(folderOf(within), 'index.md') : inside;
  const path = fillJekyllPermalink(pattern, { path: served, collection: type, data: {} });
  const kramdown = asObject(options['kramdown']);
  const input = asText(kramdown['input'])?.toLowerCase();
  const idPrefix = asText(kramdown['auto_id_prefix']);
  const values = JSON.stringify(defaults);
  return newPage(file, bare(path), {
    isIndex: path.endsWith('/'),
    language: asText(defaults['lang']) ?? asText(options['lang']),
    hidden: defaults['search_exclude'] === true || defaults['published'] === false,
    dialects: /\.html?$/i.test(file) ? ['html'] : ['markdown'],
    facts: {
      pattern,
      within: served,
      collection: type,
      ...(options['future'] === true && { hasFuture: true }),
      ...(input === 'kramdown' && { isKramdown: true }),
      ...(idPrefix !== null && { idPrefix }),
      ...(values !== '{}' && values.length < maxDefaults && { defaults }),
      ...(known.needsFrontMatter && { needsFrontMatter: true }),
    },
  });
}

/** The `defaults` of a file; later entries override earlier ones. */
function defaultsOf(options: Options, within: string, type: string): Options {
  return Object.assign(
    {},
    ...asList(options['defaults']).map((one) => {
      const { scope, values } = asObject(one);
      const { path, type: wanted } = asObject(scope);
      const folder = (asText(path) ?? '').replace(/\/?\*.*|\/$/s, '');
      const isInside = folder === '' || within === folder || within.startsWith(`${folder}/`);
      return isInside && (wanted === undefined || wanted === type) ? asObject(values) : {};
    }),
  ) as Options;
}

/** A path with its ending: `/a/index.html` and `/a/` are `a/`, `/a.html` is `a.html`. */
function cleanPath(path: string): string {
  const folder = path.replace(/(?:^|\/)index\.html?$/, '/');
  const clean = joinPath(folder);
  return folder.endsWith('/') && clean !== '' ? `${clean}/` : clean;
}

function bare(path: string): string {
  return cleanPath(path).replace(/\/$|\.html?$/, '');
}

/** Posts and documents dated in the future are not built. https://jekyllrb.com/docs/configuration/options/ */
function publishedFrom(facts: Partial<Facts> = {}, data: FrontMatter): number {
  const { collection, within = '', hasFuture } = facts;
  if (hasFuture === true || collection === 'pages') return -Infinity;
  const named = /(?:^|\/)(\d{4}-\d{1,2}-\d{1,2})-[^/]*$/.exec(within)?.[1] ?? '';
  return dateField(data, 'date') ?? readDate(named) ?? -Infinity;
}

function movedPath({ facts = {} }: PageFile<Partial<Facts>>, data: FrontMatter): string | null {
  const { within = '', collection = 'pages', pattern = '' } = facts;
  const own = textField(data, 'permalink');
  const wanted = own === null ? pattern : permalinkPattern(own, null, collection);
  return cleanPath(fillJekyllPermalink(wanted, { path: within, collection, data }));
}

/** Maximum characters of one site value. */
const maxValue = 20_000;

/** Values of `{{ site.x }}` and `{{ site.data.x }}` in a text: options, and files of `_data`. */
async function siteValues(
  text: string,
  source: string,
  options: Options,
  readConfig: ReadConfig,
): Promise<Options> {
  const names = [...text.matchAll(/\bsite\.([\w-]+)(?:\.([\w-]+))?/g)];
  const site: Options = {};
  const data: Options = {};
  for (const [, name = '', file] of names) {
    if (name !== 'data') site[name] = options[name];
    else if (file !== undefined && !(file in data)) data[file] = await readData(source, file, readConfig);
  }
  const kept = Object.entries({ ...site, data }).filter(
    ([, value]) => value !== undefined && JSON.stringify(value).length < maxValue,
  );
  return Object.fromEntries(kept);
}

async function readData(source: string, name: string, readConfig: ReadConfig): Promise<unknown> {
  for (const ending of ['yml', 'yaml', 'json']) {
    const value = (await readConfig(joinPath(source, '_data', `${name}.${ending}`)))['default'];
    if (value !== undefined) return value;
  }
  return undefined;
}
