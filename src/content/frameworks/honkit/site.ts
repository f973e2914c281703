import { asObject, asText } from '../../config/values.ts';
import { percentIncludes } from '../../includes/percent-includes.ts';
import { percentTags } from '../../markdown/percent-tags.ts';
import { showRaw } from '../../markdown/raw-text.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { findConfigs } from '../find-config.ts';
import { flatValues } from '../flat-values.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { newPage, newSite } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, isIndexFile, joinPath, literalPath } from '../../site/paths.ts';
import { readSummary, summaryFile } from '../summary.ts';
import { toString } from 'mdast-util-to-string';
import type { AnchorMaker } from '../../markdown/anchors.ts';

const configFile = /(?:^|\/)book\.js(?:on)?$/;

/** Whether a folder's books are HonKit's: GitBook's own sites since 2018 have another configuration. */
export function isHonkit(files: string[], folder: string): boolean {
  return files.some((file) => configFile.test(file) && folderOf(file) === folder);
}

const indexNames = ['README'];

/** HonKit, and GitBook up to version 3, whose format it keeps. https://honkit.netlify.app/config.html */
export const honkit: Framework = {
  name: 'honkit',
  async open(tree, readConfig, { baseUrl = '' }) {
    for (const file of findConfigs(tree.files, configFile)) {
      const config = asObject((await readConfig(file))['default']);
      const root = joinPath(folderOf(file), asText(config['root']) ?? '');
      const pages = await readBooks(tree, root, asText(asObject(config['structure'])['summary']));
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
  createAnchors: honkitAnchors,
  movedPath: () => null,
};

/** The pages of the book, or of one book for each language of `LANGS.md`, the first of which is the default. */
async function readBooks(tree: FileTree, root: string, named: string | null): Promise<PageFile[]> {
  const languages = [...(await listed(tree, joinPath(root, 'LANGS.md'))).keys()];
  const folders = languages.length === 0 ? [root] : languages;
  const start = root === '' ? '' : `${root}/`;
  const books = folders.map(async (folder, at) => {
    const titles = await listed(tree, joinPath(folder, named ?? 'SUMMARY.md'));
    const home = joinPath(folder, 'README.md');
    const files = new Set(titles.size === 0 ? [] : [home, ...titles.keys(), joinPath(folder, 'GLOSSARY.md')]);
    return tree.files
      .filter((file) => files.has(file) && isMarkdown(file) && file.startsWith(start))
      .map((file) =>
        newPage(file, literalPath(file.slice(start.length), indexNames), {
          isIndex: isIndexFile(file, indexNames),
          title: titles.get(file) ?? null,
          ...(languages.length > 0 && { language: folder.slice(start.length), isDefault: at === 0 }),
        }),
      );
  });
  return (await Promise.all(books)).flat();
}

/** The files that a list of links names, with their titles; none when the list is not there. */
async function listed(tree: FileTree, file: string): Promise<Map<string, string>> {
  const text = tree.files.includes(file) ? (await tree.read(file)).text : null;
  return readSummary(text ?? '', folderOf(file));
}

/** What is left out of an id. https://github.com/GitbookIO/github-slugid/blob/master/index.js */
const dropped = /[[\]!"'#$%&()*+,./:;<=>?@\\^_{|}~`©∑®†“”‘’∂ƒ™℠…œŒ˚ºª•∆∞♥]+/g;

/** HonKit: without ASCII punctuation but dashes, each space a dash, in lower case; equal headings have equal ids. */
function honkitAnchors(): AnchorMaker {
  return (heading) =>
    toString(heading).replaceAll(dropped, '').replaceAll(' ', '-').toLowerCase().replace(/^-/, '');
}
