import { toString } from 'mdast-util-to-string';
import { asObject, asText } from '../../config/values.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import { showRaw } from '../../markdown/raw-text.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { flatValues } from '../flat-values.ts';
import { claims } from '../claims.ts';
import type { Framework } from '../framework.ts';
import { newSite, pagesBelow } from '../new-site.ts';
import { readSummary, summaryFile } from '../summary.ts';

/** Whether a folder's books are HonKit's: GitBook's own sites since 2018 have another configuration. */
export function isHonkit(files: string[], folder: string): boolean {
  return files.some((file) => claims['honkit']!.files.test(file) && folderOf(file) === folder);
}

/**
 * HonKit, and GitBook up to version 3, whose format it keeps. A folder of each language of `LANGS.md` has a book of its own.
 * https://honkit.netlify.app/config.html
 */
export const honkit: Framework = {
  name: 'honkit',
  async open(tree, readConfig, { baseUrl = '' }, claimed) {
    for (const file of claimed) {
      const config = asObject((await readConfig(file))['default']);
      const root = joinPath(folderOf(file), asText(config['root']) ?? '');
      const named = asText(asObject(config['structure'])['summary']) ?? 'SUMMARY.md';
      const listed = new Map<string, Partial<PageFile>>();
      const languages = (await tree.read(joinPath(root, 'LANGS.md'))).text ?? '';
      const books = [...readSummary(languages, root).keys()];
      for (const [nth, folder] of (books.length === 0 ? [root] : books).entries()) {
        const titles = readSummary((await tree.read(joinPath(folder, named))).text ?? '', folder);
        const known = books.length > 0 && {
          language: folder.slice(folder.lastIndexOf('/') + 1),
          isDefault: nth === 0,
        };
        for (const name of titles.size === 0 ? [] : ['README.md', 'GLOSSARY.md'])
          listed.set(joinPath(folder, name), { ...known });
        for (const [page, title] of titles) listed.set(page, { title, ...known });
      }
      const pages = pagesBelow(tree.files, root, (_within, page) => listed.get(page) ?? null, ['README']);
      if (pages.length === 0) continue;
      const { variables, title, author, description } = config;
      return newSite(pages, {
        title: asText(title),
        addresses: { base: baseUrl, ending: '.html', folderEnding: '/' },
        sourceRoots: [root],
        variables: flatValues({ book: { title, author, description, ...asObject(variables) } }),
      });
    }
    return null;
  },
  siteFiles: [summaryFile],
  runs: [{ files: /(?:^|\/)book\.json$/, templates: 'liquid' }],
  includes: [percentIncludes],
  variables: 'site',
  prepare: (body) => percentTags(showRaw(body)),
  /** Without ASCII punctuation but dashes, each space a dash, in lower case; equal headings have equal ids. */
  createAnchors: () => (heading) =>
    toString(heading).replaceAll(dropped, '').replaceAll(' ', '-').toLowerCase().replace(/^-/, ''),
};

/** What is left out of an id. https://github.com/GitbookIO/github-slugid/blob/master/index.js */
const dropped = /[[\]!"'#$%&()*+,./:;<=>?@\\^_{|}~`©∑®†“”‘’∂ƒ™℠…œŒ˚ºª•∆∞♥]+/g;
