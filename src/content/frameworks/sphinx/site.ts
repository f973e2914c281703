import { hasLabel, listLabels } from './project-labels.ts';
import { confRedirects, jupyterBookNavigation, rediraffeFile, toctree } from './navigation.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import type { SphinxFacts } from '../../rst/context.ts';
import { usedPlaces } from './references.ts';
import { notebookText } from '../../notebook.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { readTexts } from '../../sources/read-texts.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework, Site, SiteOptions } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { isMyst, isNotebook } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import {
  extlinksOf,
  findSphinxSources,
  readSphinxConfig,
  type SphinxConfig,
  sphinxRedirects,
} from './config.ts';
import { galleryText } from './gallery.ts';
import { findSphinxIncludes } from './includes.ts';
import { collectLabels, type Labels } from './labels.ts';

/** Maximum number of configurations that are read: repositories of Sphinx extensions hold many small ones. */
const maxConfigs = 40;

const minTimesDeeper = 2;

/** Sphinx, with reStructuredText and MyST. https://www.sphinx-doc.org/en/master/usage/ */
export const sphinx: Framework = {
  name: 'sphinx',
  async open(tree, readConfig, { baseUrl }) {
    let config: SphinxConfig | null = null;
    for (const file of configFiles(tree.files)) {
      const found = await readSphinxConfig(file, tree, readConfig);
      if (found !== null && (config === null || isRather(found, config))) config = found;
    }
    return config === null ? null : openProject(config, tree, baseUrl);
  },
  siteFiles: [jupyterBookNavigation, toctree, confRedirects, rediraffeFile],
  labels: { list: listLabels, has: hasLabel },
  runs: [{ files: /(?:^|\/)(?:conf\.py|_toc\.ya?ml|myst\.ya?ml)$/, hasDirectives: true }],
};

/** Deeper in the repository are the docs of what it brings along, unless they are by far the most. */
function isRather(found: SphinxConfig, nearer: SphinxConfig): boolean {
  const isDeeper = found.root.split('/').length > nearer.root.split('/').length;
  return readablePages(found) > readablePages(nearer) * (isDeeper ? minTimesDeeper : 1);
}

/** A second project may be there for the manual pages alone, which `man_pages` lists as `(docname, name, …)`. */
function readablePages({ files, options }: SphinxConfig): number {
  return Math.max(1, files.length - asList(options['man_pages']).length);
}

/** Sphinx sources whose `conf.py` is elsewhere. */
export async function openSphinxSources(
  tree: FileTree,
  _readConfig: ReadConfig,
  { baseUrl }: SiteOptions,
): Promise<Site | null> {
  const config = await findSphinxSources(tree);
  return config === null ? null : openProject(config, tree, baseUrl);
}

async function openProject(config: SphinxConfig, tree: FileTree, baseUrl: string | undefined): Promise<Site> {
  const { root, options, isFolders } = config;
  const docnames = new Set(config.files.map((file) => docnameOf(file, config)));
  const pages = config.files.map((file) => pageOf(file, config, docnames));
  return newSite(pages, {
    title: asText(options['project'] ?? options['title']),
    addresses: {
      base: baseOf(baseUrl, options['html_baseurl'], null),
      ending: isFolders ? '/' : (asText(options['html_file_suffix']) ?? '.html'),
      folderEnding: isFolders ? '/' : '/index.html',
    },
    redirects: await sphinxRedirects(config, tree),
    generated: [
      'genindex',
      'modindex',
      'py-modindex',
      'search',
      '_modules',
      'api/generated',
      'autoapi',
      'generated',
      '_autosummary',
      'auto_examples',
      'auto_tutorials',
    ],
    // Files of these folders are at the root of the site.
    sourceRoots: [root, ...asTexts(options['html_extra_path']).map((path) => joinPath(root, path))],
    assemble: assembleIn(tree, config, pages),
  });
}

/** A build may fill in `conf.py.in` or `conf.cmakein.py`. A Jupyter Book has a `_toc.yml` beside its `_config.yml`. */
function configFiles(files: string[]): string[] {
  const books = findConfigs(files, /(?:^|\/)_toc\.ya?ml$/).flatMap((toc) => {
    const config = toc.replace(/_toc\.ya?ml$/, '_config.yml');
    return files.includes(config) ? [config] : [];
  });
  return [
    ...findConfigs(files, /(?:^|\/)conf(?:\.(?:cmake)?in)?\.py(?:\.in)?$/).slice(0, maxConfigs),
    ...books,
  ];
}

function pageOf(file: string, config: SphinxConfig, docnames: Set<string>): PageFile {
  const { root, options, isFolders, gallery } = config;
  const docname = docnameOf(file, config);
  const within = gallery.has(file) ? `${docname}.rst` : root === '' ? file : file.slice(root.length + 1);
  // `guide.html` and `guide/index.html` are two pages.
  const isTwin = !isFolders && docname.endsWith('/index') && docnames.has(folderOf(docname));
  return newPage(file, isTwin ? docname : literalPath(within, ['index']), {
    isIndex: !isTwin && isIndexFile(within, ['index']),
    language: asText(options['language']),
    dialects: isMyst(within) ? ['myst'] : ['rst'],
  });
}

/** Expands includes, and gives each page the locations that it references on other pages. */
function assembleIn(tree: FileTree, config: SphinxConfig, pages: PageFile[]): NonNullable<Site['assemble']> {
  let labels: Promise<Labels> | null = null;
  const shared = sharedFacts(config);
  const isNbsphinx = asTexts(config.options['extensions']).includes('nbsphinx');
  return async (page, own, warn) => {
    labels ??= readLabels(tree, config, pages);
    const find = (text: string, file: string): ReturnType<typeof findSphinxIncludes> =>
      findSphinxIncludes(text, file, config.root);
    const text = await expandIncludes(sourceText(own, page.file, config, warn), page.file, {
      find,
      tree,
      warn,
    });
    const substituted = Object.values(shared.substitutions ?? {});
    const all = [shared.prolog, text, shared.epilog, ...substituted].join('\n');
    const places = usedPlaces(all, docnameOf(page.file, config), await labels);
    const titleIds = isNbsphinx && isNotebook(page.file);
    return { text, facts: { ...shared, places, ...(titleIds && { titleIds }) } };
  };
}

function sourceText(
  own: string,
  file: string,
  config: SphinxConfig,
  warn?: (message: string) => void,
): string {
  const source = own.replaceAll(/\r\n?/g, '\n');
  if (config.gallery.has(file)) return galleryText(source, file, docnameOf(file, config));
  if (!isNotebook(file)) return source;
  const text = notebookText(source);
  if (text === null) warn?.('It is no notebook of format 4.');
  return text ?? '';
}

function docnameOf(file: string, { root, gallery }: SphinxConfig): string {
  const made = gallery.get(file);
  if (made !== undefined) return made;
  return (root === '' ? file : file.slice(root.length + 1)).replace(/\.\w+$/, '');
}

async function readLabels(tree: FileTree, config: SphinxConfig, pages: PageFile[]): Promise<Labels> {
  const labels: Labels = new Map();
  const { extensions, autosectionlabel_prefix_document: isPrefixed } = config.options;
  const hasTitles = asTexts(extensions).includes('sphinx.ext.autosectionlabel');
  const titleLabels = !hasTitles ? 'none' : isPrefixed === true ? 'prefixed' : 'plain';
  for await (const [page, text] of readTexts(tree, pages)) {
    collectLabels(
      sourceText(text, page.file, config),
      { file: page.file, docname: docnameOf(page.file, config), url: `/${joinPath(page.path)}` },
      labels,
      titleLabels,
    );
  }
  return labels;
}

function sharedFacts(config: SphinxConfig): SphinxFacts {
  const { options } = config;
  const texts = (value: unknown): [string, string][] =>
    Object.entries(asObject(value)).flatMap(([name, one]): [string, string][] =>
      typeof one === 'string' || typeof one === 'number' ? [[name.toLowerCase(), String(one)]] : [],
    );
  const [version, release, project] = ['version', 'release', 'project'].map(
    // A template's `@VERSION@` is filled in by the build.
    (name) => (asText(options[name]) ?? '').replace(/^@\w+@$/, ''),
  );
  const prolog = asText(options['rst_prolog']);
  const epilog = asText(options['rst_epilog']);
  const role = asText(options['default_role']);
  return {
    extlinks: extlinksOf(config),
    substitutions: Object.fromEntries([
      ['version', version || release || ''],
      ['release', release || version || ''],
      ['project', project ?? ''],
      ['today', ''],
      ...texts(options['myst_substitutions']),
    ]),
    ...(role !== null && { defaultRole: role }),
    ...(prolog !== null && { prolog }),
    ...(epilog !== null && { epilog }),
    ...(options['myst_heading_anchors'] !== undefined && { slugs: true }),
  };
}
