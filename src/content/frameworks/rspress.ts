import { asList, asObject, asText, asTexts, unwrapConfig, walkObjects } from '../config/values.ts';
import { importedParts, namedParts } from '../includes/part-targets.ts';
import { githubAnchors } from '../markdown/anchors.ts';
import { heroText } from '../markdown/hero.ts';
import type { FileTree } from '../sources/file-tree.ts';
import { takeSteps } from '../take-steps.ts';
import { findConfig } from './find-config.ts';
import type { Framework, PageFile } from './framework.ts';
import { matchGlobs } from './glob.ts';
import { readHostRedirects } from './host-redirects.ts';
import { baseOf, newPage, newSite, unreadable } from './new-site.ts';
import { folderOf, isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';

/** The folders of versions and languages, and which of them have none in addresses. */
type Folders = { versions: string[]; version: string | null; languages: string[]; language: string | null };

/** Rspress. https://rspress.rs/guide/basic/conventional-route */
export const rspress: Framework = {
  name: 'rspress',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)rspress\.config\.[cm]?[jt]s$/);
    if (file === null) return null;
    const root = folderOf(file);
    const exported = (await readConfig(file))['default'];
    const config = unwrapConfig(exported);
    const docs = joinPath(root, asText(config['root']) ?? 'docs');
    const { locales = asObject(config['themeConfig'])['locales'] } = config;
    const { versions, default: version } = asObject(config['multiVersion']);
    const folders: Folders = {
      versions: asTexts(versions),
      version: asText(version),
      languages: asList(locales).flatMap((one) => asText(asObject(one)['lang']) ?? []),
      language: asText(config['lang']),
    };
    const { include, exclude } = asObject(config['route']);
    const isLeftOut = matchGlobs([
      ...asTexts(exclude),
      '**/_*',
      '**/_*/**',
      '**/node_modules/**',
      'public/**',
    ]);
    const isWanted = include === undefined ? () => true : matchGlobs(asTexts(include));
    const isPage = (within: string): boolean => isWanted(within) && !isLeftOut(within);
    return newSite(pagesOf(tree, docs, folders, isPage), {
      addresses: { base: baseOf(baseUrl, originOf(config), config['base']), ending: '', folderEnding: '/' },
      redirects: await readHostRedirects(tree, root, readConfig),
      fallbackPrefixes: folders.languages.filter((one) => one !== folders.language),
      sourceRoots: [docs, root],
      warnings: unreadable(file, exported),
    });
  },
  includes: [],
  parts: [importedParts, namedParts],
  directives: true,
  prepare: (body, _page, data) => heroText(data) + body.replaceAll('\\{#', '{#'),
  createAnchors: githubAnchors,
  movedPath: () => null,
};

function originOf(config: Record<string, unknown>): string | null {
  let found: string | null = null;
  walkObjects([config, config['plugins']], ({ siteOrigin, siteUrl }) => {
    found ??= [siteOrigin, siteUrl].map(asText).find((url) => url !== null && URL.canParse(url)) ?? null;
  });
  return found;
}

/** `v1/en/guide/a.mdx` is `guide/a` when both folders are the default ones. */
function pagesOf(
  tree: FileTree,
  docs: string,
  folders: Folders,
  isPage: (within: string) => boolean,
): PageFile[] {
  const start = docs === '' ? '' : `${docs}/`;
  return tree.files.flatMap((file) => {
    const within = file.startsWith(start) ? file.slice(start.length) : '';
    if (!isMarkdown(within) || !isPage(within)) return [];
    takeSteps(folders.languages.length + folders.versions.length);
    const segments = literalPath(within, ['index']).split('/');
    const version = folders.versions.find((one) => one === segments[0]) ?? null;
    if (version !== null) segments.shift();
    const language = folders.languages.find((one) => one === segments[0]) ?? null;
    if (language !== null) segments.shift();
    const path = joinPath(
      version === folders.version ? '' : (version ?? ''),
      language === folders.language ? '' : (language ?? ''),
      ...segments,
    );
    return [
      newPage(file, path, {
        isIndex: isIndexFile(within, ['index']),
        version,
        language: language ?? folders.language,
        isDefault: [null, folders.version].includes(version) && [null, folders.language].includes(language),
        dialects: ['mdx', 'markdown'],
      }),
    ];
  });
}
