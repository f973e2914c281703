import { gitbookRedirects } from './redirects.ts';
import { asObject, asText } from '../../config/values.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { gitbookAnchors } from './anchors.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import { findConfig, findConfigs } from '../find-config.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { Framework, Site, SiteOptions } from '../framework.ts';
import type { Redirect } from '../../site/site-facts.ts';
import { gitbookPaths } from './paths.ts';
import { isHonkit } from '../honkit/site.ts';
import { newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import { readSummary, summaryFile } from '../summary.ts';

const configFile = /(?:^|\/)\.gitbook\.ya?ml$/;

/** Whether a file is the configuration; a `SUMMARY.md` may also be that of an mdBook. */
export function isGitbookConfig(file: string): boolean {
  return configFile.test(file);
}

const minPages = 3;

const indexNames = ['README', 'readme', 'index'];

/** GitBook with Git Sync. https://gitbook.com/docs/getting-started/git-sync/content-configuration */
export const gitbook: Framework = {
  name: 'gitbook',
  async open(tree, readConfig, options) {
    const spaces = spacesOf(tree.files);
    if (spaces.length < 2) return openSpace(tree, readConfig, options, null);
    const sites: Site[] = [];
    for (const folder of spaces) {
      const site = await openSpace(tree, readConfig, options, folder);
      if (site !== null) sites.push(site);
    }
    const [first] = sites;
    if (first === undefined) return null;
    return {
      ...first,
      pages: sites.flatMap(({ pages }) => pages),
      redirects: sites.flatMap(({ redirects }) => redirects),
      sourceRoots: sites.flatMap(({ sourceRoots }) => sourceRoots),
    };
  },
  siteFiles: [summaryFile, gitbookRedirects],
  includes: [percentIncludes],
  prepare: percentTags,
  createAnchors: gitbookAnchors,
  movedPath: () => null,
};

/** The folders of spaces that lie side by side, each with its own `SUMMARY.md` and first page. */
function spacesOf(files: string[]): string[] {
  const summaries = findConfigs(files, /(?:^|\/)SUMMARY\.md$/);
  const above = folderOf(folderOf(summaries[0] ?? ''));
  if (files.some((file) => configFile.test(file) && folderOf(file) === above)) return [];
  return summaries
    .filter((summary) => !isBook(files, summary) && files.includes(joinPath(folderOf(summary), 'README.md')))
    .map(folderOf)
    .filter((folder) => folder !== '' && folderOf(folder) === above);
}

/** @param space the folder of one of several spaces, which is part of its pages' paths */
async function openSpace(
  tree: FileTree,
  readConfig: ReadConfig,
  { baseUrl = '' }: SiteOptions,
  space: string | null,
): Promise<Site | null> {
  const inside = space === null ? tree.files : tree.files.filter((one) => one.startsWith(`${space}/`));
  const file = findConfig(inside, configFile);
  const config = file === null ? {} : asObject((await readConfig(file))['default']);
  const structure = asObject(config['structure']);
  const folder = joinPath(folderOf(file ?? ''), asText(config['root']) ?? '');
  const summary =
    file === null
      ? findConfig(inside, /(?:^|\/)SUMMARY\.md$/)
      : joinPath(folder, asText(structure['summary']) ?? 'SUMMARY.md');
  if (summary === null || (file === null && isBook(tree.files, summary))) return null;
  const root = file === null ? folderOf(summary) : folder;
  const start = root === '' ? '' : `${root}/`;
  const text = (await tree.read(summary)).text ?? '';
  const titles = readSummary(text, folderOf(summary));
  const paths = file === null ? new Map<string, string>() : gitbookPaths(text, folderOf(summary), root);
  const pathOf = (one: string): string =>
    joinPath(space ?? '', paths.get(one) ?? literalPath(one.slice(start.length), indexNames));
  // Any folder may have a file of this name; without GitBook's configuration it must be a list of pages.
  if (file === null && space === null && titles.size < minPages) return null;
  const pages = tree.files
    .filter((one) => one.startsWith(start) && isMarkdown(one) && one !== summary && !/(?:^|\/)\./.test(one))
    .map((one) =>
      newPage(one, pathOf(one), {
        isIndex: isIndexFile(one, indexNames),
        title: titles.get(one) ?? null,
        hidden: titles.size > 0 && !titles.has(one),
      }),
    );
  return newSite(pages, {
    addresses: { base: baseUrl, ending: '', folderEnding: '' },
    redirects: fileRedirects(config['redirects'], (page) => pathOf(joinPath(root, page))),
    sourceRoots: [root],
  });
}

/** mdBook and HonKit have a file of this name too. */
function isBook(files: string[], summary: string): boolean {
  const folder = folderOf(summary);
  return [folder, folderOf(folder)].some(
    (one) => files.includes(joinPath(one, 'book.toml')) || isHonkit(files, one),
  );
}

function fileRedirects(redirects: unknown, pathOf: (file: string) => string): Redirect[] {
  return Object.entries(asObject(redirects)).flatMap(([from, to]) =>
    typeof to === 'string' ? [{ from, to: pathOf(to) }] : [],
  );
}
