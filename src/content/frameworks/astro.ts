import { slug } from 'github-slugger';
import { asObject, asText, asTexts, unwrapConfig } from '../config/values.ts';
import type { ReadConfig } from '../config/evaluate-module.ts';
import { importedParts, namedParts } from '../includes/part-targets.ts';
import { readTexts } from '../sources/read-texts.ts';
import type { FileTree } from '../sources/file-tree.ts';
import {
  astroAnchors,
  astroEnding,
  astroRedirects,
  astroSource,
  findAstroConfig,
  readLoaders,
  withTypography,
} from './astro-config.ts';
import { isOfRepository, isTrial } from './find-config.ts';
import type { Framework, PageFile } from './framework.ts';
import { matchGlobs } from '../site/glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { baseOf, newPage, newSite } from './new-site.ts';
import { isDocsFile, isMarkdown } from '../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../site/paths.ts';

/** Entries in files, and the path below which a route serves them. */
type Collection = { folder: string; isEntry: (path: string) => boolean; route: string };

/** Routes of more collections are not looked for. */
const maxRoutes = 50;

type Languages = { all: string[]; main: string | null };

/**
 * Astro without Starlight: content collections that a route serves whole, and pages in Markdown. Routes are code, so a site
 * whose other addresses only running would show is left to its URL mapping, or to be read as built.
 * https://docs.astro.build/en/guides/content-collections/
 */
export const astro: Framework = {
  name: 'astro',
  async open(tree, readConfig, { baseUrl }) {
    const file = await findAstroConfig(tree, false);
    if (file === null) return null;
    const root = folderOf(file);
    const config = unwrapConfig((await readConfig(file))['default']);
    const { locales, defaultLocale } = asObject(config['i18n']);
    const languages = { all: asTexts(locales), main: asText(defaultLocale) };
    const source = astroSource(root, config);
    const collections = await readCollections(tree, root, source, readConfig);
    const found = [
      ...collections.flatMap((one) => entriesOf(tree, one, languages)),
      ...routePages(tree, joinPath(source, 'pages')),
    ];
    const pages = withTypography(found, config);
    const docs = tree.files.filter((one) => isDocsFile(one) && !isTrial(one) && !isOfRepository(one));
    if (pages.length * 2 < docs.length) return null;
    const unserved = unservedIn(joinPath(source, 'content'), docs, pages);
    const ending = astroEnding(config);
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, config['site'], config['base']),
        ending,
        folderEnding: ending,
      },
      redirects: [...astroRedirects(config), ...(await readHostRedirects(tree, root, readConfig))],
      sourceRoots: [root, source, joinPath(source, 'content'), ...collections.map(({ folder }) => folder)],
      warnings: unserved === 0 ? [] : [{ file, message: leftOut(unserved) }],
    });
  },
  includes: [],
  parts: [importedParts, namedParts],
  directives: true,
  prepare: (body) => body,
  createAnchors: astroAnchors,
  movedPath: () => null,
};

function unservedIn(folder: string, docs: string[], pages: PageFile[]): number {
  const served = new Set(pages.map(({ file }) => file));
  return docs.filter((one) => one.startsWith(`${folder}/`) && !served.has(one)).length;
}

function leftOut(files: number): string {
  return `Its routes do not say where ${files} files of src/content are served, and they are left out. Give a URL mapping, or read the built site with --site.`;
}

/** Routes that say which collection they serve, and which folders those are in. */
async function readCollections(
  tree: FileTree,
  root: string,
  source: string,
  readConfig: ReadConfig,
): Promise<Collection[]> {
  const loaderOf = await readLoaders(tree, source, readConfig);
  return Array.from(await readRoutes(tree, joinPath(source, 'pages')), ([name, route]) => {
    const { base, patterns } = loaderOf(name);
    const folder = base === null ? joinPath(source, 'content', name) : joinPath(root, base);
    return { folder, isEntry: matchPatterns(patterns ?? legacyPattern), route };
  });
}

/** Before collections had loaders, files and folders with `_` were left out. */
const legacyPattern = ['**', '!**/_*', '!**/_*/**'];

/** `!` leaves out, and `[^_]*` is what most sites write for names without `_` at their start. */
function matchPatterns(patterns: string[]): (path: string) => boolean {
  const [wanted, unwanted] = [false, true].map((isOut) =>
    patterns.filter((one) => one.startsWith('!') === isOut).map((one) => one.replace(/^!/, '')),
  );
  const hidden = wanted!.some((one) => one.includes('[^_]')) ? ['**/_*'] : [];
  const isWanted = matchGlobs(wanted!.map((one) => one.replaceAll('[^_]', '')));
  const isUnwanted = matchGlobs([...unwanted!, ...hidden]);
  return (path) => isWanted(path) && !isUnwanted(path);
}

/** Routes with one parameter for the whole entry: `docs/[...slug].astro`, which loads `getCollection('docs')`. */
async function readRoutes(tree: FileTree, folder: string): Promise<Map<string, string>> {
  const files = tree.files.filter(
    (file) => file.startsWith(`${folder}/`) && /\/\[(?:\.\.\.\w+|slug|id)\]\.astro$/.test(file),
  );
  const routes = new Map<string, string>();
  for await (const [{ file }, text] of readTexts(
    tree,
    files.slice(0, maxRoutes).map((one) => newPage(one, '')),
  )) {
    const name = /\bgetCollection\(\s*['"]([\w-]+)['"]/.exec(text)?.[1];
    // Entries of a language lie in its folder.
    const route = joinPath(
      folderOf(file)
        .slice(folder.length)
        .replace(/\/\[(?:lang|locale)\]$/, ''),
    );
    if (name !== undefined && !route.includes('[') && !routes.has(name)) routes.set(name, route);
  }
  return routes;
}

function entriesOf(
  tree: FileTree,
  { folder, isEntry, route }: Collection,
  { all, main }: Languages,
): PageFile[] {
  return tree.files.flatMap((file) => {
    const within = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '';
    if (!isMarkdown(within) || !isEntry(within)) return [];
    const segments = literalPath(within, ['index'])
      .split('/')
      .map((segment) => slug(segment));
    const language = all.find((one) => one.toLowerCase() === segments[0]) ?? main;
    return [
      newPage(file, joinPath(route, ...segments), {
        isIndex: isIndexFile(within, ['index']),
        language,
        isDefault: language === main,
        extra: { slugField: 'slug', slugPrefix: route },
      }),
    ];
  });
}

/** `src/pages/about.md` is served as it lies. */
function routePages(tree: FileTree, folder: string): PageFile[] {
  return tree.files.flatMap((file) => {
    const within = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '';
    if (!isMarkdown(within) || /(?:^|\/)_|\[|^404\./.test(within)) return [];
    return [newPage(file, literalPath(within, ['index']), { isIndex: isIndexFile(within, ['index']) })];
  });
}
