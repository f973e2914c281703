import { asObject, asText } from '../config/values.ts';
import { percentIncludes } from '../includes/percent-includes.ts';
import { gitbookAnchors } from '../markdown/gitbook-anchors.ts';
import { percentTags } from '../markdown/percent-tags.ts';
import { findConfig } from './find-config.ts';
import type { Framework, Redirect } from './framework.ts';
import { gitbookPaths } from './gitbook-paths.ts';
import { isHonkit } from './honkit.ts';
import { newPage, newSite } from './new-site.ts';
import { folderOf, isIndexFile, isMarkdown, joinPath, literalPath } from './paths.ts';
import { readSummary } from './summary.ts';

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
  async open(tree, readConfig, { baseUrl = '' }) {
    const file = findConfig(tree.files, configFile);
    const config = file === null ? {} : asObject((await readConfig(file))['default']);
    const structure = asObject(config['structure']);
    const folder = joinPath(folderOf(file ?? ''), asText(config['root']) ?? '');
    const summary =
      file === null
        ? findConfig(tree.files, /(?:^|\/)SUMMARY\.md$/)
        : joinPath(folder, asText(structure['summary']) ?? 'SUMMARY.md');
    if (summary === null || (file === null && isBook(tree.files, summary))) return null;
    const root = file === null ? folderOf(summary) : folder;
    const start = root === '' ? '' : `${root}/`;
    const text = (await tree.read(summary)).text ?? '';
    const titles = readSummary(text, folderOf(summary));
    const paths = file === null ? new Map<string, string>() : gitbookPaths(text, folderOf(summary), root);
    const pathOf = (one: string): string =>
      paths.get(one) ?? literalPath(one.slice(start.length), indexNames);
    // Any folder may have a file of this name; without GitBook's configuration it must be a list of pages.
    if (file === null && titles.size < minPages) return null;
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
  },
  includes: [percentIncludes],
  prepare: percentTags,
  createAnchors: gitbookAnchors,
  movedPath: () => null,
};

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
