import { withoutEnd } from '../../../lib/without-end.ts';
import { dataParsers } from '../../config/parsers.ts';
import { asObject, asText } from '../../config/values.ts';
import type { Framework } from '../framework.ts';
import { isHonkit } from '../honkit/site.ts';
import { newSite, pagesBelow } from '../new-site.ts';
import { readSummary, summaryFile } from '../summary.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { textAnchors } from '../../markdown/anchors.ts';
import { asElement, textAttribute } from '../../markdown/element.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import type { Nodes } from 'mdast';
import type { SiteFile } from '../../navigation/site-file.ts';
import { parseYaml } from '../../navigation/yaml-entries.ts';
import { addPair, quote } from '../../navigation/yaml-maps.ts';
import { folderOf, joinPath, literalPath } from '../../site/paths.ts';

const configFile = /(?:^|\/)\.gitbook\.ya?ml$/;

/** Whether a file is the configuration; a `SUMMARY.md` may also be that of an mdBook. */
export const isGitbookConfig = (file: string) => configFile.test(file);

const minPages = 3;

const indexNames = ['README', 'readme', 'index'];

/** https://gitbook.com/docs/getting-started/git-sync/content-configuration#redirects */
const gitbookRedirects: SiteFile = {
  fits: configFile,
  parts: [['redirects']],
  addRedirect(text, { url, file }, { file: to }) {
    const from = url.replace(/^\/|\/$/g, '');
    const find = (given: string) => {
      const found: unknown = parseYaml(given).get('redirects', true);
      return dataParsers().yaml.isMap(found) ? found : null;
    };
    const isNew = parseYaml(text).get('redirects') === undefined;
    const made = `${text.trimEnd()}\n\nredirects:\n  ${quote(from, "'")}: ${quote(to, "'")}\n`;
    return addPair(text, find, from, to, file) ?? (isNew ? made : null);
  },
};

/**
 * GitBook with Git Sync. A repository that GitBook writes has folders like the table of contents, of which it makes addresses;
 * in another one the site's own build says them. https://gitbook.com/docs/getting-started/git-sync/content-configuration
 */
export const gitbook: Framework = {
  name: 'gitbook',
  async open(tree, readConfig, { baseUrl = '' }, claimed) {
    const file = claimed.find(isGitbookConfig) ?? null;
    const config = file === null ? {} : asObject((await readConfig(file))['default']);
    const folder = joinPath(folderOf(file ?? ''), asText(config['root']) ?? '');
    const named = asText(asObject(config['structure'])['summary']) ?? 'SUMMARY.md';
    const first = claimed.find((one) => !isGitbookConfig(one)) ?? null;
    if (file === null && (first === null || isBook(tree.files, first))) return null;
    // Spaces lie side by side, each with its own table of contents.
    const root = file === null ? folderOf(first!) : folder;
    const isSpace = (one: string): boolean =>
      one.endsWith('/SUMMARY.md') && folderOf(folderOf(one)) === folderOf(root) && !isBook(tree.files, one);
    const summaries = file === null && root !== '' ? tree.files.filter(isSpace) : [joinPath(root, named)];
    const top = summaries.length > 1 ? folderOf(root) : root;
    const titles = new Map<string, string>();
    for (const one of summaries)
      for (const [page, title] of readSummary((await tree.read(one)).text ?? '', folderOf(one)))
        titles.set(page, title);
    // Any folder may have a file of this name; without GitBook's configuration it must be a list of pages.
    if (file === null && titles.size < minPages) return null;
    const pathOf = (within: string): string =>
      literalPath(within, indexNames).split('/').map(slugOf).join('/');
    const pages = pagesBelow(
      tree.files,
      top,
      (within, one) =>
        summaries.includes(one) || /(?:^|\/)\./.test(within)
          ? null
          : {
              path: file === null ? literalPath(within, indexNames) : pathOf(within),
              title: titles.get(one) ?? null,
              hidden: titles.size > 0 && !titles.has(one),
            },
      indexNames,
    );
    return newSite(pages, {
      addresses: { base: baseUrl, ending: '', folderEnding: '' },
      redirects: Object.entries(asObject(config['redirects'])).flatMap(([from, to]) =>
        typeof to === 'string' ? [{ from, to: pathOf(to) }] : [],
      ),
      sourceRoots: summaries.map(folderOf),
    });
  },
  siteFiles: [summaryFile, gitbookRedirects],
  includes: [percentIncludes],
  prepare: percentTags,
  /**
   * Lower case, spaces become `-`, symbols are words (`<` is `less-than`), dots stay, a leading digit gets `id-`, duplicates `-1`;
   * an empty link with an id in a heading is its anchor.
   */
  createAnchors() {
    const counted = textAnchors(anchorOf);
    return (heading) => explicitId(heading.children) ?? counted(heading);
  },
};

/** mdBook and HonKit have a table of contents of this name too. */
function isBook(files: string[], summary: string): boolean {
  const folder = folderOf(summary);
  return [folder, folderOf(folder)].some(
    (one) => files.includes(joinPath(one, 'book.toml')) || isHonkit(files, one),
  );
}

function slugOf(name: string): string {
  const dashed = name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}._~+]+/gu, '-');
  return withoutEnd(dashed, '-').replace(/^-/, '');
}

function explicitId(nodes: Nodes[]): string | null {
  const links = nodes.flatMap((node) => asElement(node) ?? []).filter(({ name }) => name === 'a');
  return links.map((link) => textAttribute(link, 'id')).find((id) => id !== null) ?? null;
}

/** As speakingurl, which GitBook's ids agree with, has them for English. https://www.npmjs.com/package/speakingurl */
const symbolWords: Record<string, string> = { '&': 'and', '|': 'or', '<': 'less than', '>': 'greater than' };

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[&|<>]/g, (symbol) => ` ${symbolWords[symbol]} `)
    .trim()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s._-]/gu, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^(\d)/, 'id-$1');
}
