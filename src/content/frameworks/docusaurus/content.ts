import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import { matchGlobs } from '../../site/glob.ts';
import { joinPath } from '../../site/paths.ts';
import type { FileTree } from '../../sources/file-tree.ts';

export type Options = Record<string, unknown>;

/**
 * The default language, which has no prefix (null for a site of one language), the others, and their folders and path
 * prefixes.
 */
export type Languages = {
  main: string | null;
  others: string[];
  folderOf: (language: string) => string;
  prefixOf: (language: string) => string;
};

/** A folder of content, the path prefix of its language, '' for the default one, and whether readers get it by default. */
export type Content = { folder: string; prefix: string; language: string | null; isDefault: boolean };

/** The options of the plugins and presets whose name has a part. */
export function pluginOptions(config: Options, part: string): Options[] {
  const listed = [...asList(config['presets']), ...asList(config['plugins'])].map(asList);
  return listed.flatMap(([name, options]) =>
    asText(name)?.includes(part) === true ? [asObject(options)] : [],
  );
}

/** The options of the plugins for one kind of content: the preset's, which has each of them, and those configured as plugins. */
export function contentOptions(config: Options, kind: 'docs' | 'blog' | 'pages'): Options[] {
  const presets = asList(config['presets']).map((preset) => {
    const [name, options] = typeof preset === 'string' ? [preset] : asList(preset);
    return { name: asText(name) ?? 'classic', options: asObject(options) };
  });
  // Other presets, such as redocusaurus and those of code themes, have no content.
  const told = presets.filter(({ options }) => ['docs', 'blog', 'pages'].some((one) => one in options));
  const named = presets.filter(({ name }) => /classic|preset/.test(name)).slice(0, 1);
  const ofPresets = (told.length > 0 ? told : named)
    .map(({ options }) => options[kind])
    .filter((own) => own !== false)
    .map(asObject);
  const found = [...ofPresets, ...pluginOptions(config, `content-${kind}`)];
  return found.length > 0 || presets.length > 0 || kind === 'blog' ? found : [{}];
}

/** The folders of a plugin's content: that of the default language, and those of translations. */
export function contentFolders(
  root: string,
  kind: 'docs' | 'blog' | 'pages',
  options: Options,
  { main, others, folderOf, prefixOf }: Languages,
): Content[] {
  const id = asText(options['id']) ?? 'default';
  const plugin = `docusaurus-plugin-content-${kind}${id === 'default' ? '' : `-${id}`}`;
  const own = joinPath(root, asText(options['path']) ?? (kind === 'pages' ? 'src/pages' : kind));
  return [
    { folder: own, prefix: '', language: main, isDefault: true },
    ...others.map((language) => ({
      folder: joinPath(root, folderOf(language), plugin),
      prefix: prefixOf(language),
      language,
      isDefault: false,
    })),
  ];
}

/** https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#exclude */
const usualExclude = [
  '**/_*.{js,jsx,ts,tsx,md,mdx}',
  '**/_*/**',
  '**/*.test.{js,jsx,ts,tsx}',
  '**/__tests__/**',
];

/** The files of a folder that a plugin takes, each with its path in it. */
export function contentFiles(
  { files }: FileTree,
  folder: string,
  options: Options,
): [file: string, within: string][] {
  const isIncluded = matchGlobs(asTexts(options['include'] ?? ['**']));
  const isExcluded = matchGlobs(asTexts(options['exclude'] ?? usualExclude));
  const start = folder === '' ? '' : `${folder}/`;
  return files
    .filter((file) => file.startsWith(start))
    .map((file): [string, string] => [file, file.slice(start.length)])
    .filter(([, within]) => isIncluded(within) && !isExcluded(within));
}
