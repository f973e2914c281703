import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { type Languages, usualExclude } from './versions.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { newPage } from '../new-site.ts';
import { isMarkdown } from '../../site/endings.ts';
import { joinPath } from '../../site/paths.ts';

type Options = Record<string, unknown>;

/** Pages in Markdown, and the paths of those in React. */
type Pages = { pages: PageFile[]; generated: string[] };

/**
 * What is neither docs nor blog: `src/pages/about.md` is `/about`.
 * https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-pages
 */
export function readPages(tree: FileTree, root: string, config: Options, languages: Languages): Pages {
  const found: Pages = { pages: [], generated: [] };
  for (const options of pagesPlugins(config)) {
    const route = asText(options['routeBasePath']) ?? '';
    const id = asText(options['id']) ?? 'default';
    const plugin = `docusaurus-plugin-content-pages${id === 'default' ? '' : `-${id}`}`;
    const own = joinPath(root, asText(options['path']) ?? 'src/pages');
    addPages(found, tree, own, options, { route, language: languages.main, isDefault: true });
    for (const language of languages.others)
      addPages(found, tree, joinPath(root, languages.folderOf(language), plugin), options, {
        route: joinPath(languages.prefixOf(language), route),
        language,
        isDefault: false,
      });
  }
  return found;
}

/** The pages of a preset, which are on by default, and those that are configured as plugins. */
function pagesPlugins(config: Options): Options[] {
  const presets = asList(config['presets']).map((preset) => asObject(asList(preset)[1])['pages']);
  const plugins = asList(config['plugins']).flatMap((plugin) => {
    const [name, options] = asList(plugin);
    return asText(name)?.includes('content-pages') ? [asObject(options)] : [];
  });
  const ofPresets = presets.length === 0 ? [{}] : presets.filter((one) => one !== false).map(asObject);
  return [...ofPresets.slice(0, 1), ...plugins];
}

type Place = { route: string; language: string | null; isDefault: boolean };

function addPages(
  { pages, generated }: Pages,
  tree: FileTree,
  folder: string,
  options: Options,
  { route, ...place }: Place,
): void {
  const isExcluded = matchGlobs(asTexts(options['exclude'] ?? usualExclude));
  for (const file of tree.files) {
    const within = file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : '';
    if (within === '' || isExcluded(within)) continue;
    const path = joinPath(route, within.replace(/\.\w+$/, '').replace(/(?:^|\/)index$/, ''));
    if (/\.[jt]sx?$/.test(within)) generated.push(path);
    else if (isMarkdown(within))
      pages.push(
        newPage(file, path, { ...place, dialects: ['mdx', 'markdown'], facts: { route, folder: '' } }),
      );
  }
}
