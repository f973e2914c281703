import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { type Languages, usualExclude } from './versions.ts';
import { matchGlobs } from '../../site/glob.ts';
import { newPage } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { joinPath } from '../../site/paths.ts';

type Options = Record<string, unknown>;

type Blogs = { pages: PageFile[]; generated: string[]; folders: string[] };

/** The posts of all blogs of a site. https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-blog */
export function readBlogs(tree: FileTree, root: string, config: Options, languages: Languages): Blogs {
  const blogs: Blogs = { pages: [], generated: [], folders: [] };
  for (const options of blogPlugins(config)) {
    const route = joinPath(asText(options['routeBasePath']) ?? 'blog');
    const id = asText(options['id']) ?? 'default';
    const plugin = `docusaurus-plugin-content-blog${id === 'default' ? '' : `-${id}`}`;
    const own = { folder: joinPath(root, asText(options['path']) ?? 'blog'), language: languages.main };
    const translated = languages.others.map((language) => ({
      folder: joinPath(root, languages.folderOf(language), plugin),
      language,
    }));
    for (const { folder, language } of [own, ...translated]) {
      const prefix = language === null || language === languages.main ? '' : languages.prefixOf(language);
      blogs.folders.push(folder);
      blogs.pages.push(...postsOf(tree, folder, joinPath(prefix, route), language, options, prefix === ''));
    }
    blogs.generated.push(
      ...['tags', 'archive', 'page', 'authors'].map((name) =>
        joinPath(route, asText(options[`${name}BasePath`]) ?? name),
      ),
      ...(route === '' ? [] : [route]),
    );
  }
  return blogs;
}

/** The blog of a preset, which is on by default, and blogs that are configured as plugins. */
function blogPlugins(config: Options): Options[] {
  const presets = asList(config['presets']).flatMap((preset) => {
    const { blog } = asObject(asList(preset)[1]);
    return blog === false ? [] : [asObject(blog)];
  });
  const plugins = asList(config['plugins']).flatMap((plugin) => {
    const [name, options] = asList(plugin);
    return asText(name)?.includes('content-blog') ? [asObject(options)] : [];
  });
  return [...presets, ...plugins];
}

function postsOf(
  tree: FileTree,
  folder: string,
  route: string,
  language: string | null,
  options: Options,
  isDefault: boolean,
): PageFile[] {
  const isExcluded = matchGlobs([...asTexts(options['exclude'] ?? usualExclude)]);
  return tree.files
    .filter((file) => file.startsWith(`${folder}/`) && isMarkdown(file))
    .filter((file) => !isExcluded(file.slice(folder.length + 1)))
    .map((file) =>
      newPage(file, joinPath(route, postPath(file.slice(folder.length + 1))), {
        language,
        isDefault,
        dialects: ['mdx', 'markdown'],
        facts: { route, folder: '', isPost: true },
      }),
    );
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
