import { hugoRedirects, refLink } from './links.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asObject, asText } from '../../config/values.ts';
import { listField, textField, type FrontMatter } from '../../front-matter.ts';
import { ownAnchors } from '../../markdown/anchors.ts';
import { hugoAnchors } from './anchors.ts';
import { hugoShortcodes } from './shortcodes.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { findConfigs } from '../find-config.ts';
import type { Framework, Site, SiteOptions } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { hugoContent, lowerKeys, readHugoConfig, type HugoConfig, type Mount } from './config.ts';
import { assembleHugo } from './assemble.ts';
import type { HugoFacts } from './facts.ts';
import { fillPermalink, pathOf } from './permalinks.ts';
import { builds, isLeftOut, publicationOf, publishingFacts } from './publication.ts';
import { baseOf, newPage, newSite, placeBelowFile } from '../new-site.ts';
import { folderOf, joinPath, urlOf } from '../../site/paths.ts';

/** Hugo. https://gohugo.io/content-management/organization/ */
export const hugo: Framework<HugoFacts> = {
  name: 'hugo',
  async open(tree, readConfig, { baseUrl }, claimed) {
    const config = await readHugoConfig(claimed, readConfig);
    return config === null ? null : openSite(tree, config, baseUrl);
  },
  siteFiles: [hugoRedirects],
  linkForms: [refLink],
  /** https://gohugo.io/content-management/page-bundles/#leaf-bundles */
  bundles: /(?:^|\/)index(?:\.[\w-]+)?\.\w+$/,
  runs: [
    { files: /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|(?:layouts|archetypes)\/.+)$/, templates: 'shortcodes' },
  ],
  definitions: true,
  prepare: hugoShortcodes,
  createAnchors: ({ dialects, facts }) =>
    dialects.includes('html') ? ownAnchors() : hugoAnchors(facts?.anchors ?? 'github'),
  otherPaths(page, data) {
    const prefix = page.facts?.prefix ?? '';
    return listField(data, 'aliases').map((written) => {
      const alias = written.replace(/(^|\/)index\.html$/, '$1');
      return alias.startsWith('/') ? joinPath(prefix, alias) : joinPath(folderOf(page.path), alias);
    });
  },
  isUnpublished: ({ facts = {} }, data) => isLeftOut(facts, data),
  publication: ({ facts = {} }, data) => publicationOf(facts, data),
  buildsDrafts: ({ facts = {} }) => builds(facts, 'drafts'),
  movedPath,
};

function openSite(tree: FileTree, config: HugoConfig, baseUrl: string | undefined): Site {
  const { root, options } = config;
  const ugly = options['uglyurls'] === true;
  const pages = pagesOf(tree, config);
  const base = baseOf(baseUrl, options['baseurl'], null);
  const ofLanguage = asObject(options['languages'])[config.language ?? ''];
  return newSite(pages, {
    // Many themes have their own.
    title: asText(options['title'] ?? asObject(ofLanguage)['title'] ?? asObject(options['params'])['title']),
    addresses: {
      base,
      ending: ugly ? '.html' : '/',
      folderEnding: '/',
    },
    generated: ['tags', 'categories'],
    fallbackPrefixes: config.languages.filter((language) => language !== config.language),
    sourceRoots: [...new Set([...config.mounts.map(({ source }) => source), joinPath(root, 'static'), root])],
    ...placeApis(config, base),
    assemble: assembleHugo(tree, config),
  });
}

/**
 * Hugo makes no pages of operations: readers are sent to the description, which is published where it lies among the
 * content or in `static`. https://gohugo.io/content-management/page-resources/
 */
function placeApis(config: HugoConfig, base: string): Pick<Site, 'placeOperation' | 'apiFacts'> {
  const folder = `${joinPath(config.root, 'static')}/`;
  const placeOf = (file: string): Pick<PageFile, 'path' | 'language' | 'version'> | null => {
    if (file.startsWith(folder)) return { path: file.slice(folder.length), language: null, version: null };
    const mount = mountOf(file, config);
    if (mount === undefined) return null;
    const { path, language, version } = pageOf(file, mount, config);
    return { path: path + file.slice(file.lastIndexOf('.')), language, version };
  };
  return {
    placeOperation: (file, operation) => placeBelowFile(placeOf(file)?.path ?? file, operation),
    apiFacts(file) {
      const place = placeOf(file);
      if (place === null) return {};
      const { path, language, version } = place;
      return { language, version, url: urlOf(path, '', base) };
    },
  };
}

/** The minimum number of sections that identify Hugo content without a configuration. */
const minSections = 2;

/** The content folder of a site whose configuration is in another repository, found by its `_index.md` files. */
export async function openHugoContent(
  tree: FileTree,
  _readConfig: ReadConfig,
  { baseUrl }: SiteOptions,
): Promise<Site | null> {
  const sections = findConfigs(tree.files, /(?:^|\/)_index\.md$/);
  const [first] = sections;
  if (first === undefined || sections.length < minSections) return null;
  return openSite(tree, hugoContent(folderOf(first)), baseUrl);
}

const contentFile = /\.(?:md|markdown|mdown|html?)$/i;

function mountOf(file: string, { mounts }: HugoConfig): Mount | undefined {
  return mounts.find(
    ({ source, takes }) =>
      (source === '' || file === source || file.startsWith(`${source}/`)) &&
      takes(file.slice(source.length + 1)),
  );
}

/** Pages of disabled languages are not built. https://gohugo.io/configuration/all/#disablelanguages */
function isMounted(file: string, config: HugoConfig): boolean {
  const mount = mountOf(file, config);
  const suffix = /\.([\w-]+)\.\w+$/.exec(file)?.[1] ?? '';
  return (
    mount !== undefined &&
    ![suffix, mount.language ?? ''].some((one) => config.disabled.has(one.toLowerCase()))
  );
}

function pagesOf(tree: FileTree, config: HugoConfig): PageFile[] {
  const files = tree.files.filter(
    (file) => contentFile.test(file) && !/(?:^|\/)\.|\.~/.test(file) && isMounted(file, config),
  );
  const bundles = new Set(
    files.filter((file) => /(?:^|\/)index(?:\.\w[\w-]*)?\.\w+$/.test(file)).map(folderOf),
  );
  return files
    .filter((file) => !isResource(file, bundles, config.languages))
    .flatMap((file) => {
      const mount = mountOf(file, config);
      return mount === undefined ? [] : [pageOf(file, mount, config)];
    });
}

/** Files beside or below the `index.md` of a leaf bundle belong to the bundle and are not pages. */
function isResource(file: string, bundles: Set<string>, languages: string[]): boolean {
  let folder = folderOf(file);
  const name = file.slice(folder.length === 0 ? 0 : folder.length + 1).split('.');
  const isIndex = name[0] === 'index' && (name.length === 2 || languages.includes(name[1] ?? ''));
  if (!isIndex && folder !== '' && bundles.has(folder)) return true;
  for (folder = folderOf(folder); folder !== ''; folder = folderOf(folder))
    if (bundles.has(folder)) return true;
  return false;
}

function pageOf(file: string, mount: Mount, config: HugoConfig): PageFile {
  const start = mount.source === '' ? 0 : mount.source.length + 1;
  const within = joinPath(mount.target, file.slice(start)).replace(/\.\w+$/, '');
  const suffix = config.languages.find((language) => within.toLowerCase().endsWith(`.${language}`));
  const language = suffix ?? mount.language ?? config.language;
  const bare = suffix === undefined ? within : within.slice(0, -suffix.length - 1);
  const isIndex = /(?:^|\/)_?index$/.test(bare);
  const own = pathOf(isIndex ? folderOf(bare) : bare, config.options);
  const isDefault = language === config.language && !config.inFolder;
  const prefix = isDefault || config.languages.length === 0 ? '' : language;
  const kind = /(?:^|\/)_index$/.test(bare) ? 'section' : 'page';
  const markup = lowerKeys(lowerKeys(lowerKeys(config.options['markup'])['goldmark'])['parser']);
  const anchors = asText(markup['autoheadingidtype']) ?? asText(markup['autoidtype']);
  const permalink = permalinkOf(config, own, kind);
  return newPage(file, joinPath(prefix, own), {
    isIndex,
    language: config.languages.length > 0 ? language : asText(config.options['languagecode']),
    version: versionOf(config, own),
    ...(config.languages.length > 0 && language !== config.language && { isDefault: false }),
    dialects: /\.html?$/i.test(file) ? ['html'] : ['markdown'],
    facts: {
      prefix,
      kind,
      own,
      ...publishingFacts(config.options),
      ...(anchors !== null && { anchors }),
      ...(permalink !== null && { permalink }),
    },
  });
}

/** `permalinks` by section: for pages only, or separately for `page` and `section`. */
function permalinkOf({ options }: HugoConfig, path: string, kind: string): string | null {
  const all = lowerKeys(options['permalinks']);
  const [section = ''] = path.split('/');
  const ofKind = lowerKeys(all[kind]);
  if (kind === 'page' && path.includes('/')) return asText(ofKind[section]) ?? asText(all[section]);
  return kind === 'section' ? asText(ofKind[section]) : null;
}

/** Docsy's versions each have a folder. https://www.docsy.dev/docs/adding-content/versioning/ */
function versionOf({ options }: HugoConfig, path: string): string | null {
  const { versions } = lowerKeys(options['params']);
  for (const one of Array.isArray(versions) ? versions : []) {
    const { version, url } = asObject(one);
    const folder = joinPath((asText(url) ?? '').replace(/^https?:\/\/[^/]*/, ''));
    if (folder !== '' && (path === folder || path.startsWith(`${folder}/`))) return asText(version);
  }
  const folder = path.split('/').find((part) => /^v?\d+\.(?:\d+|x)(?:\.(?:\d+|x))?$/.test(part));
  return folder ?? null;
}

function movedPath(page: PageFile<HugoFacts>, data: FrontMatter): string | null {
  const { prefix = '', permalink, own = '', kind } = page.facts ?? {};
  const url = textField(data, 'url');
  if (url !== null) {
    const path = joinPath(fillPermalink(url, own, data).replace(/(?:^|\/)index\.html?$/, ''));
    return url.startsWith('/') ? path : joinPath(prefix, path);
  }
  if (permalink !== undefined) return joinPath(prefix, fillPermalink(permalink, own, data, kind));
  const slug = textField(data, 'slug');
  return slug === null || kind === 'section' || own === ''
    ? null
    : joinPath(prefix, folderOf(own), pathOf(slug, {}));
}
