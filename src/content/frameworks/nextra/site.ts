import { nextraNavigation } from './navigation.ts';
import { nextRedirects } from './redirects.ts';
import { slug } from 'github-slugger';
import type { Heading } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { asObject, asText } from '../../config/values.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { importedParts, namedParts } from '../../includes/part-targets.ts';
import { type AnchorMaker, githubAnchors } from '../../markdown/anchors.ts';
import { dropCodeLanguages } from '../../markdown/code-languages.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { dependsOn } from '../depends-on.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { readMdxComponents } from '../mdx-components.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { readNextConfig } from '../next-config.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { hostOfNext } from '../site-host.ts';

/** Where Nextra keeps pages: its own content folder, Next's app folder, and in older versions the pages folder. */
const roots = ['content', 'src/content', 'app', 'src/app', 'pages', 'src/pages'];

/** Nextra 2 to 4. https://nextra.site/docs/file-conventions */
export const nextra: Framework = {
  name: 'nextra',
  async open(tree, readConfig, { baseUrl }) {
    const root = await dependsOn(tree, /^(?:nextra|@theguild\/components)$/);
    if (root === null) return null;
    const config = await readNextConfig(tree.files, root, readConfig);
    const base = asText(config.wrapper['contentDirBasePath']) ?? catchAllRoute(tree.files, root);
    const languages = [config.languages.main, ...config.languages.others].filter(
      (language) => language !== null,
    );
    const titles = await metaTitles(tree, root, readConfig);
    const pages = roots.flatMap((folder) => {
      const source = joinPath(root, folder);
      const route = folder.endsWith('content') ? joinPath(base) : '';
      return pagesOf(tree, source, route, languages, titles);
    });
    if (pages.length === 0) return null;
    return newSite(pages, {
      addresses: {
        base: baseOf(baseUrl, await hostOfNext(tree.files, root, readConfig), config.basePath),
        ending: '',
        folderEnding: '',
      },
      redirects: [...config.redirects, ...(await readHostRedirects(tree, root, readConfig))],
      components: await readMdxComponents(tree, root),
      fallbackPrefixes: [],
      sourceRoots: [root, ...roots.map((folder) => joinPath(root, folder))],
    });
  },
  mdIsMdx: true,
  siteFiles: [nextraNavigation, nextRedirects],
  showsUnnamed: true,
  includes: [],
  parts: [importedParts, namedParts],
  prepare: dropCodeLanguages,
  createAnchors: nextraAnchors,
  componentAnchors: ({ name, children }) => (name === 'summary' ? [slug(toString(children))] : []),
  movedPath: () => null,
};

/**
 * The page's title has no part in the count of duplicates, and ids that are written count as headings do.
 * https://github.com/shuding/nextra/blob/main/packages/nextra/src/server/remark-plugins/remark-headings.ts
 */
function nextraAnchors(): AnchorMaker {
  const [ofTitle, ofHeading] = [githubAnchors(), githubAnchors()];
  const maker = (heading: Heading): string => (heading.depth === 1 ? ofTitle : ofHeading)(heading);
  const fromId = (id: string): string =>
    ofHeading({ type: 'heading', depth: 2, children: [{ type: 'text', value: id }] });
  return Object.assign(maker, { fromId });
}

/** `app/[lang]/docs/[[...mdxPath]]/page.jsx` serves the content below `docs`. */
function catchAllRoute(files: string[], root: string): string {
  const file = files.find((one) => one.startsWith(root) && one.includes('/[[...mdxPath]]/'));
  const segments = file?.slice(file.lastIndexOf('app/') + 4).split('/') ?? [];
  return segments
    .slice(0, -2)
    .filter((segment) => !/^[([]/.test(segment))
    .join('/');
}

function pagesOf(
  tree: FileTree,
  source: string,
  route: string,
  languages: string[],
  titles: Map<string, string>,
): PageFile[] {
  const isApp = source.endsWith('app');
  return tree.files
    .filter((file) => file.startsWith(`${source}/`) && isMarkdown(file))
    .flatMap((file) => {
      const place = placeOf(file.slice(source.length + 1), isApp, languages);
      if (place === null) return [];
      const { path, isIndex, language } = place;
      const [first = ''] = path.split('/');
      const inFolder = languages.includes(first) ? first : null;
      const served =
        inFolder === null
          ? joinPath(language ?? '', route, path)
          : joinPath(first, route, path.slice(first.length));
      const title = titles.get(file.replace(/\.\w+$/, '')) ?? null;
      return [
        newPage(file, served, {
          isIndex,
          language: language ?? inFolder,
          isDefault: [null, languages[0]].includes(language ?? inFolder),
          title,
          dialects: ['mdx', 'markdown'],
        }),
      ];
    });
}

/** `app/(docs)/guide/page.mdx` and `guide/index.mdx` are `guide`; `guide.de.mdx` is its German version. */
function placeOf(
  file: string,
  isApp: boolean,
  languages: string[],
): { path: string; isIndex: boolean; language: string | null } | null {
  const segments = file.replace(/\.\w+$/, '').split('/');
  let name = segments.pop() ?? '';
  if (segments.some((segment) => segment.includes('[')) || name.startsWith('_') || name.includes('['))
    return null;
  if (isApp) {
    if (name !== 'page') return null;
    return {
      path: segments.filter((segment) => !segment.startsWith('(')).join('/'),
      isIndex: true,
      language: null,
    };
  }
  const language = languages.find((one) => name.endsWith(`.${one}`)) ?? null;
  if (language !== null) name = name.slice(0, -language.length - 1);
  const isIndex = name === 'index';
  return { path: (isIndex ? segments : [...segments, name]).join('/'), isIndex, language };
}

/** Titles of pages from the `_meta.ts` or `_meta.json` beside them, by file name without ending. */
async function metaTitles(
  tree: FileTree,
  root: string,
  readConfig: ReadConfig,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const metas = tree.files.filter(
    (file) => file.startsWith(root) && /(?:^|\/)_meta(?:\.\w+)?\.(?:[jt]sx?|json)$/.test(file),
  );
  for (const file of metas) {
    for (const [name, entry] of Object.entries(asObject((await readConfig(file))['default']))) {
      const title = asText(entry) ?? asText(asObject(entry)['title']);
      if (title !== null) titles.set(joinPath(folderOf(file), name), title);
    }
  }
  return titles;
}
