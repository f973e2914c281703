import type { ReadConfig } from '../../config/evaluate-module.ts';
import { asList, asObject, asText, asTexts } from '../../config/values.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { matchGlobs } from '../../site/glob.ts';
import { findConfigs, isOfRepository, isVendored } from '../find-config.ts';
import { isDocsFile, withoutAnyEnding } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';
import { galleryDocnames } from './gallery.ts';

type Options = Record<string, unknown>;

/** A Sphinx project as its `conf.py` describes it. https://www.sphinx-doc.org/en/master/usage/configuration.html */
export type SphinxConfig = {
  /** The folder of its sources. */
  root: string;
  options: Options;
  /** The sources, relative to the tree's root. */
  files: string[];
  /** The docnames of those that Sphinx-Gallery makes pages of, by file. */
  gallery: Map<string, string>;
  /** Pages are folders (`guide/`), as the builder `dirhtml` makes them. */
  isFolders: boolean;
};

/** The project of a configuration: of a `conf.py`, or of a Jupyter Book's `_config.yml`. */
export async function readSphinxConfig(
  file: string,
  tree: FileTree,
  readConfig: ReadConfig,
): Promise<SphinxConfig | null> {
  const root = folderOf(file);
  const isBook = /\.ya?ml$/.test(file);
  const exports: Options = await readConfig(file);
  // Nikola's configuration has the same name. https://getnikola.com/handbook.html
  if ('BLOG_TITLE' in exports) return null;
  const options = isBook ? bookOptions(asObject(exports['default'])) : exports;
  const text = (await tree.read(file)).text ?? '';
  const suffixes = suffixesOf(options, isBook || /myst|recommonmark|markdown|\.md\b/.test(text));
  const start = root === '' ? '' : `${root}/`;
  const isExcluded = matchGlobs(
    [
      '_build',
      '**/_build',
      '**/.*',
      '.*',
      '**/site-packages',
      ...asTexts(options['exclude_patterns']),
      ...asTexts(options['templates_path']),
    ].flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
  );
  const written = tree.files.filter(
    (one) =>
      one.startsWith(start) &&
      suffixes.some((suffix) => one.endsWith(suffix)) &&
      !isExcluded(one.slice(start.length)),
  );
  if (written.length === 0) return null;
  const gallery = galleryDocnames(options, root, tree.files);
  const files = [...new Set([...written, ...gallery.keys()])];
  return { root, options, files, gallery, isFolders: await isDirHtml(root, tree) };
}

/** Start pages that are looked at. */
const maxStarts = 10;

/** Minimum of reStructuredText pages that are taken for a Sphinx project without its configuration. */
const minSources = 3;

/** The project whose configuration is elsewhere: most docs are reStructuredText, and a start page has a `toctree`. */
export async function findSphinxSources(tree: FileTree): Promise<SphinxConfig | null> {
  for (const start of findConfigs(tree.files, /(?:^|\/)(?:index|contents)\.rst$/).slice(0, maxStarts)) {
    const root = folderOf(start);
    const files = tree.files.filter(
      (file) => (root === '' || file.startsWith(`${root}/`)) && /\.(?:rst|md)$/.test(file),
    );
    const written = files.filter((file) => file.endsWith('.rst')).length;
    const all = tree.files.filter(
      (file) => isDocsFile(file) && !isOfRepository(file) && !isVendored(file, tree.files),
    ).length;
    if (written < minSources || written * 2 < all) continue;
    if (/^\.\. toctree::/m.test((await tree.read(start)).text ?? ''))
      return { root, options: {}, files, gallery: new Map(), isFolders: await isDirHtml(root, tree) };
  }
  return null;
}

function suffixesOf(options: Options, isMarkdown: boolean): string[] {
  const given = options['source_suffix'];
  const listed =
    typeof given === 'string' || Array.isArray(given) ? asTexts(given) : Object.keys(asObject(given));
  const all = listed.length > 0 ? listed : ['.rst'];
  return [
    ...all,
    ...(isMarkdown && !all.includes('.md') ? ['.md'] : []),
    ...(asTexts(options['extensions']).some((one) => /^(?:nbsphinx|myst_nb)$/.test(one)) &&
    !all.includes('.ipynb')
      ? ['.ipynb']
      : []),
  ];
}

function bookOptions(config: Options): Options {
  const { config: inner, extra_extensions: extensions } = asObject(config['sphinx']);
  return {
    ...asObject(inner),
    extensions: ['myst_nb', ...asTexts(extensions)],
    exclude_patterns: asTexts(config['exclude_patterns']),
    project: asText(config['title']),
    html_baseurl: asText(asObject(config['html'])['baseurl']),
  };
}

/** Files that name the builder: Read the Docs' configuration, or the project's own tasks. */
async function isDirHtml(root: string, tree: FileTree): Promise<boolean> {
  const named =
    /(?:^|\/)(?:\.?readthedocs\.ya?ml|Makefile|make\.bat|tox\.ini|noxfile\.py|pyproject\.toml|justfile)$/;
  const near = tree.files.filter(
    (file) =>
      named.test(file) &&
      (folderOf(file) === '' || folderOf(file) === root || folderOf(file) === folderOf(root)),
  );
  for (const file of near) {
    const { text } = await tree.read(file);
    if (
      text !== null &&
      /-b[ =]?dirhtml|builder:[ \t]*["']?dirhtml|SPHINXBUILDER[^\n]{0,300}dirhtml|"dirhtml"|\$\(SPHINXBUILD\)[^\n]{0,300}dirhtml/.test(
        text,
      )
    ) {
      return !/^Makefile$|make\.bat$/.test(file.slice(file.lastIndexOf('/') + 1)) || !/^html:/m.test(text);
    }
  }
  return false;
}

/**
 * `redirects` of sphinx-reredirects, relative to the page, and those of sphinxext-rediraffe, by source files: a list,
 * or the name of a file with one redirect per line.
 */
export async function sphinxRedirects(
  { root, options }: SphinxConfig,
  tree: FileTree,
): Promise<{ from: string; to: string }[]> {
  const clean = (path: string): string => joinPath(withoutAnyEnding(path).replace(/(?:^|\/)index$/, ''));
  const given = options['rediraffe_redirects'];
  const listed =
    typeof given === 'string' ? ((await tree.read(joinPath(root, given))).text ?? '') : asObject(given);
  const bySource = typeof listed === 'string' ? rediraffeLines(listed) : Object.entries(listed);
  return [
    ...Object.entries(asObject(options['redirects'])).flatMap(([from, to]) =>
      typeof to === 'string'
        ? { from: clean(from), to: to.includes('://') ? to : clean(joinPath(folderOf(from), to)) }
        : [],
    ),
    ...bySource.flatMap(([from, to]) => (typeof to === 'string' ? { from: clean(from), to: clean(to) } : [])),
  ];
}

/** `"old page.rst" new.rst`, one per line. */
function rediraffeLines(text: string): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const names =
      /^\s*("[^"]{1,500}"|'[^']{1,500}'|[^\s#"']{1,500})\s+("[^"]{1,500}"|'[^']{1,500}'|\S{1,500})/.exec(
        line,
      );
    const bare = (name: string) => name.replace(/^["']|["']$/g, '');
    return names === null ? [] : [[bare(names[1]!), bare(names[2]!)]];
  });
}

/** URL and caption patterns by role. */
export function extlinksOf({ options }: SphinxConfig): Record<string, [string, string]> {
  return Object.fromEntries(
    Object.entries(asObject(options['extlinks'])).flatMap(([role, pair]): [string, [string, string]][] => {
      const [pattern, caption] = asList(pair);
      return typeof pattern === 'string' ? [[role, [pattern, asText(caption) ?? '']]] : [];
    }),
  );
}
