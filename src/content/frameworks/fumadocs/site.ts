import { fumadocsNavigation } from './navigation.ts';
import { nextRedirects } from '../nextra/redirects.ts';
import { asCall, asList, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../../config/values.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { importedParts, includedParts, namedParts } from '../../includes/part-targets.ts';
import { githubAnchors } from '../../markdown/anchors.ts';
import { dropCodeLanguages } from '../../markdown/code-languages.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { dependsOn } from '../depends-on.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { readMdxComponents } from '../mdx-components.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { readNextConfig } from '../next-config.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { hostOfNext } from '../site-host.ts';

/** A folder of pages, and how they are served. */
type Collection = { name: string; folder: string } & Loader;

/** Where pages are served, and the front matter field that may say it instead. */
type Loader = { route: string; slugField: string | null };

const defaultLoader: Loader = { route: 'docs', slugField: null };

/** Fumadocs. https://fumadocs.dev/docs/headless/source-api */
export const fumadocs: Framework = {
  name: 'fumadocs',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)source\.config\.[cm]?[jt]s$/);
    const root = file === null ? await dependsOn(tree, /^fumadocs-/) : folderOf(file);
    if (root === null) return null;
    const collections = await readCollections(tree, root, file, readConfig);
    const config = await readNextConfig(tree.files, root, readConfig);
    const languages = await readLanguages(tree, root, readConfig);
    const pages = collections.flatMap((collection) => pagesOf(tree, collection, languages));
    if (pages.length === 0) return null;
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, await hostOfNext(tree.files, root, readConfig), config.basePath),
        ending: '',
        folderEnding: '',
      },
      redirects: [...config.redirects, ...(await readHostRedirects(tree, root, readConfig))],
      components: await readMdxComponents(tree, root),
      fallbackPrefixes: [...new Set(pages.flatMap(({ language }) => language ?? []))],
      sourceRoots: [root, ...collections.map(({ folder }) => folder)],
    });
  },
  mdIsMdx: true,
  siteFiles: [fumadocsNavigation, nextRedirects],
  includes: [],
  parts: [includedParts, importedParts, namedParts],
  directives: true,
  prepare: dropCodeLanguages,
  createAnchors: githubAnchors,
  movedPath: () => null,
};

/** `defineDocs({dir})` says where the pages are, `loader({baseUrl, source})` where they are served. */
async function readCollections(
  tree: FileTree,
  root: string,
  file: string | null,
  readConfig: ReadConfig,
): Promise<Collection[]> {
  const exports = file === null ? {} : await readConfig(file);
  const loaded = await readLoaders(tree, root, readConfig);
  const isAlone = loaded.length === 1;
  const ofExports = Object.entries(exports).flatMap(([name, value]) => {
    const loader = loaded.find((one) => one.name === name)?.loader;
    return foldersOf(value, root).map((folder) => {
      const ownName = folder.slice(folder.lastIndexOf('/') + 1);
      return { name, folder, ...(loader ?? { ...defaultLoader, route: ownName }) };
    });
  });
  const inPlace = loaded.flatMap(({ name, source, loader }) =>
    foldersOf(source, root).map((folder) => ({ name, folder, ...loader })),
  );
  // `const { docs, meta } = defineDocs()` names one folder twice.
  const collections = [
    ...new Map([...ofExports, ...inPlace].toReversed().map((one) => [one.folder, one])).values(),
  ].toReversed();
  if (collections.length > 0) return collections;
  const loader = loaded.find(({ name }) => isAlone || name === 'docs')?.loader ?? defaultLoader;
  return [{ name: 'docs', folder: joinPath(root, 'content/docs'), ...loader }];
}

/** The folders of all collections that are defined in a value. */
function foldersOf(value: unknown, root: string): string[] {
  const folders: string[] = [];
  walkObjects(value, (object) => {
    const call = asCall(object);
    if (call === null || !/^define(?:Docs|Collections)$/.test(call.call)) return;
    const options = asObject(call.arguments[0]);
    if (options['type'] === 'meta') return;
    folders.push(...asTexts(options['dir'] ?? 'content/docs').map((dir) => joinPath(root, dir)));
  });
  return folders;
}

type Loaded = { name: string; source: unknown; loader: Loader };

async function readLoaders(tree: FileTree, root: string, readConfig: ReadConfig): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  const scripts = tree.files.filter(
    (file) => file.startsWith(root) && /(?:^|\/)source(?:\/index)?\.tsx?$/.test(file),
  );
  for (const script of scripts.slice(0, 10)) {
    // Collections are imported from generated code, so that only their names are known.
    const named = Array.from(
      ((await tree.read(script)).text ?? '').matchAll(/\b(?:createMDXSource|toFumadocsSource)\(\s*(\w+)/g),
      ([, name = '']) => name,
    );
    for (const value of Object.values(await readConfig(script))) {
      const call = asCall(value);
      if (call?.call !== 'loader') continue;
      const options = asObject(call.arguments.at(-1));
      const source = options['source'] ?? call.arguments[0];
      const made = asCall(source);
      const names = [made?.call, ...(made?.arguments ?? []).map((one) => asText(asObject(one)['call']))];
      const name =
        names
          .map((one) => one?.split('.')[0])
          .find((one) => one !== undefined && one !== 'createMDXSource' && one !== 'toFumadocsSource') ??
        (isMaker(made?.call) ? named.shift() : undefined);
      const route = joinPath(asText(options['baseUrl']) ?? defaultLoader.route);
      loaded.push({ name: name ?? 'docs', source, loader: { route, slugField: slugFieldOf(options) } });
    }
  }
  return loaded;
}

function isMaker(name: string | undefined): boolean {
  return name === 'createMDXSource' || name === 'toFumadocsSource';
}

/** `slugs: slugsFromData('permalink')`, or the plugin of it. https://fumadocs.dev/docs/headless/source-api */
function slugFieldOf({ slugs, plugins }: Record<string, unknown>): string | null {
  const inPlugins = asList(plugins).map((one) => asCall(one)?.arguments[0]);
  const call = [slugs, ...inPlugins].map(asCall).find((one) => one?.call === 'slugsFromData');
  return call === undefined || call === null ? null : (asText(call.arguments[0]) ?? 'slug');
}

type Languages = { main: string | null; all: string[]; byFolder: boolean; mainIsShown: boolean };

/** `defineI18n({defaultLanguage, languages, parser, hideLocale})`. https://fumadocs.dev/docs/headless/internationalization */
async function readLanguages(tree: FileTree, root: string, readConfig: ReadConfig): Promise<Languages> {
  const file = tree.files.find((one) => one.startsWith(root) && /(?:^|\/)i18n\.tsx?$/.test(one));
  const exports = file === undefined ? [] : Object.values(await readConfig(file));
  for (const { defaultLanguage, languages, parser, hideLocale } of exports.map(unwrapConfig)) {
    const main = asText(defaultLanguage);
    if (main === null) continue;
    const mainIsShown = hideLocale !== 'default-locale' && hideLocale !== 'always';
    return { main, all: asTexts(languages), byFolder: parser === 'dir', mainIsShown };
  }
  return { main: null, all: [], byFolder: false, mainIsShown: false };
}

function pagesOf(tree: FileTree, { folder, route, slugField }: Collection, languages: Languages): PageFile[] {
  const files = tree.files.filter((file) => file.startsWith(`${folder}/`) && isMarkdown(file));
  const names = new Set(files.map((file) => file.replace(/\.\w+$/, '')));
  return files.map((file) => {
    const bare = file.replace(/\.\w+$/, '').slice(folder.length + 1);
    const [first = ''] = bare.split('/');
    const inFolder = languages.byFolder && languages.all.includes(first) ? first : null;
    const inName = inFolder === null ? languageOf(bare, folder, names, languages.all) : null;
    const name =
      inName === null
        ? bare.slice(inFolder === null ? 0 : inFolder.length + 1)
        : bare.slice(0, -inName.length - 1);
    const language = inFolder ?? inName ?? languages.main;
    const prefix = language === languages.main && !languages.mainIsShown ? '' : (language ?? '');
    const segments = name.split('/');
    const isIndex = segments.at(-1) === 'index';
    // `guide.mdx` keeps `/guide` beside `guide/index.mdx`.
    const isServed = isIndex && !names.has(folderOf(`${folder}/${name}`));
    const kept = (isServed ? segments.slice(0, -1) : segments).filter((segment) => !/^\(.*\)$/.test(segment));
    return newPage(file, joinPath(prefix, route, ...kept), {
      isIndex,
      language,
      isDefault: language === languages.main,
      dialects: ['mdx', 'markdown'],
      ...(slugField !== null && { extra: { slugField, slugPrefix: joinPath(prefix, route) } }),
    });
  });
}

/** `api.cn.mdx` is the Chinese version of `api.mdx`. */
function languageOf(name: string, folder: string, names: Set<string>, known: string[]): string | null {
  const match = /^(.*)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)$/.exec(name);
  const [, original, language = ''] = match ?? [];
  if (original === undefined) return null;
  return known.includes(language) || names.has(`${folder}/${original}`) ? language : null;
}
