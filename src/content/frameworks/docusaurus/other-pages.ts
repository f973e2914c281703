import { asText } from '../../config/values.ts';
import { isMarkdown } from '../../site/endings.ts';
import { joinPath } from '../../site/paths.ts';
import type { PageFile } from '../../site/site-facts.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { newPage } from '../new-site.ts';
import { contentFiles, contentFolders, contentOptions, type Languages, type Options } from './content.ts';

type OtherPages = {
  pages: PageFile[];
  /** Paths of lists of posts, and of pages in React. */
  generated: string[];
  /** Folders of blogs. */
  folders: string[];
};

/**
 * The posts of blogs, and what is neither docs nor blog: `src/pages/about.md` is `/about`.
 * https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-blog
 * https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-pages
 */
export function readOtherPages(
  tree: FileTree,
  root: string,
  config: Options,
  languages: Languages,
): OtherPages {
  const found: OtherPages = { pages: [], generated: [], folders: [] };
  const add = (
    kind: 'blog' | 'pages',
    options: Options,
    base: string,
    pathOf: (within: string) => string,
  ) => {
    for (const { folder, prefix, ...known } of contentFolders(root, kind, options, languages)) {
      const route = joinPath(prefix, base);
      const facts = { route, folder: '', ...(kind === 'blog' && { isPost: true }) };
      if (kind === 'blog') found.folders.push(folder);
      for (const [file, within] of contentFiles(tree, folder, options)) {
        const path = joinPath(route, pathOf(within));
        if (isMarkdown(file))
          found.pages.push(newPage(file, path, { ...known, dialects: ['mdx', 'markdown'], facts }));
        else if (kind === 'pages' && /\.[jt]sx?$/.test(file)) found.generated.push(path);
      }
    }
  };
  for (const options of contentOptions(config, 'blog')) {
    const route = joinPath(asText(options['routeBasePath']) ?? 'blog');
    add('blog', options, route, postPath);
    const lists = ['tags', 'archive', 'page', 'authors'].map(
      (name) => asText(options[`${name}BasePath`]) ?? name,
    );
    found.generated.push(...lists.map((name) => joinPath(route, name)), ...(route === '' ? [] : [route]));
  }
  for (const options of contentOptions(config, 'pages'))
    add('pages', options, asText(options['routeBasePath']) ?? '', (within) =>
      within.replace(/(?:(?:^|\/)index)?\.\w+$/, ''),
    );
  return found;
}

/**
 * `2021-08-26-welcome/index.md` is `2021/08/26/welcome`.
 * https://github.com/facebook/docusaurus/blob/main/packages/docusaurus-plugin-content-blog/src/blogUtils.ts
 */
function postPath(within: string): string {
  const bare = within.replace(/(?:\/index)?\.mdx?$/, '');
  const [, before = '', date, text = ''] = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/.exec(bare) ?? [];
  return date === undefined ? bare : `${date.replaceAll('-', '/')}/${before}${text}`;
}
