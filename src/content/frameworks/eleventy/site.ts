import { asObject, asText } from '../../config/values.ts';
import type { ReadConfig } from '../../config/evaluate-module.ts';
import { splitFrontMatter, type FrontMatter } from '../../front-matter.ts';
import { hasFile } from '../../includes/insert-files.ts';
import { dropAttributeLists, readHeadingAttributes } from '../../markdown/attribute-lists.ts';
import { eleventyAnchors } from './anchors.ts';
import { fillLiquid } from '../../markdown/liquid.ts';
import { mapOutsideCodeSpans, mapProse } from '../../markdown/split-prose.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import { findConfig } from '../find-config.ts';
import type { Framework } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import { readHostRedirects } from '../host-redirects.ts';
import { baseOf, newPage, newSite } from '../new-site.ts';
import { isMarkdown, isMdx } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Eleventy. What its configuration does in code is not run. https://www.11ty.dev/docs/config/ */
export const eleventy: Framework = {
  name: 'eleventy',
  async open(tree, readConfig, { baseUrl }) {
    const file = findConfig(tree.files, /(?:^|\/)(?:\.eleventy\.js|eleventy\.config\.[cm]?[jt]s)$/);
    if (file === null) return null;
    const root = folderOf(file);
    const { config, default: made } = await readConfig(file);
    const { dir, pathPrefix } = { ...asObject(made), ...asObject(config) };
    const { input, includes, data, output } = asObject(dir);
    const given = await commandOptions(root, readConfig);
    const source = joinPath(root, given('input') ?? asText(input) ?? '');
    const unpublished = [
      joinPath(source, asText(includes) ?? '_includes'),
      joinPath(source, asText(data) ?? '_data'),
      joinPath(root, given('output') ?? asText(output) ?? '_site'),
    ];
    const isIgnored = await ignoredFiles(tree, root);
    const start = source === '' ? '' : `${source}/`;
    const files = tree.files.filter(
      (one) =>
        one.startsWith(start) &&
        isMarkdown(one) &&
        !isIgnored(one) &&
        !unpublished.some((folder) => one.startsWith(`${folder}/`)),
    );
    const prefix = joinPath(given('pathprefix') ?? asText(pathPrefix) ?? '');
    const code = (await tree.read(file)).text ?? '';
    const facts = {
      anchors: anchorRule(code),
      ...(code.includes('markdown-it-attrs') && { attributes: 'yes' }),
    };
    const permalinks = await folderPermalinks(tree, new Set(files.map(folderOf)), source, readConfig);
    return newSite(
      files.map((one) => pageOf(one, one.slice(start.length), facts, permalinks)),
      {
        addresses: {
          base: baseOf(baseUrl, null, prefix && `/${prefix}`),
          ending: '/',
          folderEnding: '/',
        },
        redirects: await readHostRedirects(tree, root, readConfig),
        sourceRoots: [source],
      },
    );
  },
  // Nunjucks has the same tags.
  runs: [{ files: /(?:^|\/)(?:\.eleventy\.c?js|eleventy\.config\.[cm]?[jt]s)$/, templates: 'liquid' }],
  includes: [],
  prepare(body, page, data) {
    const text = fillLiquid(body, valuesOf(page, data));
    if (page.extra?.['attributes'] === undefined) return text;
    return mapProse(text, (prose) => mapOutsideCodeSpans(readHeadingAttributes(prose), dropAttributeLists));
  },
  createAnchors: ({ extra }) => eleventyAnchors(extra?.['anchors'] ?? ''),
  isUnpublished: ({ extra }, _data, text) =>
    String(splitFrontMatter(text).data['permalink'] ?? extra?.['permalink']) === 'false',
  movedPath(page, data) {
    const permalink = asText(data['permalink']) ?? page.extra?.['permalink'];
    if (permalink === undefined) return null;
    return fillLiquid(permalink, valuesOf(page, data))
      .trim()
      .replace(/^\/+/, '')
      .replace(/(^|\/)index\.html$/, '$1');
  },
};

/** https://www.11ty.dev/docs/permalinks/ */
function pageOf(
  file: string,
  within: string,
  facts: Record<string, string>,
  permalinks: Map<string, string>,
): PageFile {
  const name = within.slice(within.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const folder = folderOf(within);
  const isIndex = name === 'index' || name === folder.slice(folder.lastIndexOf('/') + 1);
  const permalink = permalinks.get(folderOf(file));
  return newPage(file, isIndex ? folder : joinPath(folder, name), {
    isIndex,
    dialects: isMdx(file) ? ['mdx', 'markdown'] : ['markdown'],
    extra: {
      ...facts,
      stem: joinPath(folder, name.replace(/^\d{4}-\d{2}-\d{2}-/, '')),
      ...(permalink !== undefined && { permalink }),
    },
  });
}

function valuesOf({ extra }: PageFile, data: FrontMatter): Record<string, unknown> {
  const stem = extra?.['stem'] ?? '';
  const last = stem.slice(stem.lastIndexOf('/') + 1);
  const fileSlug = last === 'index' ? folderOf(stem).split('/').at(-1) : last;
  return { ...data, site: {}, page: { fileSlug, filePathStem: `/${stem}` } };
}

/** The options of the command in `package.json`, which count more. https://www.11ty.dev/docs/usage/ */
async function commandOptions(
  root: string,
  readConfig: ReadConfig,
): Promise<(name: string) => string | null> {
  const { scripts } = asObject((await readConfig(joinPath(root, 'package.json')))['default']);
  const commands = Object.values(asObject(scripts)).filter((one) => typeof one === 'string');
  const all = commands.filter((one) => /(?:^|[\s/])(?:@11ty\/)?eleventy\b/.test(one));
  return (name) => {
    const option = new RegExp(`\\s--${name}(?:=|\\s+)(["']?)([^\\s"';&|]+)\\1`);
    return all.map((one) => option.exec(one)?.[2]).find((one) => one !== undefined) ?? null;
  };
}

/** https://www.11ty.dev/docs/ignores/ */
async function ignoredFiles(tree: FileTree, root: string): Promise<(file: string) => boolean> {
  const file = joinPath(root, '.eleventyignore');
  const text = hasFile(tree, file) ? ((await tree.read(file)).text ?? '') : '';
  const listed = text.split('\n').map((line) => line.trim());
  const globs = listed.filter((line) => line !== '' && !/^[#!]/.test(line));
  return matchGlobs(globs.flatMap((one) => [joinPath(root, one), joinPath(root, one, '**')]));
}

const dataEndings = ['json', '11tydata.json', '11tydata.js', '11tydata.cjs', '11tydata.mjs'];

/**
 * The `permalink` in the data file of each folder, `guide/guide.json`, or of the nearest above it.
 * https://www.11ty.dev/docs/data-template-dir/
 */
async function folderPermalinks(
  tree: FileTree,
  folders: Set<string>,
  source: string,
  readConfig: ReadConfig,
): Promise<Map<string, string>> {
  const known = new Set(tree.files);
  const found = new Map<string, Promise<string | null>>();
  const permalinkOf = (folder: string): Promise<string | null> => {
    const before = found.get(folder);
    if (before !== undefined) return before;
    const permalink = readPermalink(folder);
    found.set(folder, permalink);
    return permalink;
  };
  const readPermalink = async (folder: string): Promise<string | null> => {
    if (folder === '') return null;
    const name = joinPath(folder, folder.slice(folder.lastIndexOf('/') + 1));
    const file = dataEndings.map((ending) => `${name}.${ending}`).find((one) => known.has(one));
    if (file !== undefined) {
      const { permalink } = asObject((await readConfig(file))['default']);
      if (typeof permalink === 'string' || permalink === false) return String(permalink);
    }
    return folder === source ? null : permalinkOf(folderOf(folder));
  };
  const permalinks = new Map<string, string>();
  for (const folder of folders) {
    const permalink = await permalinkOf(folder);
    if (permalink !== null) permalinks.set(folder, permalink);
  }
  return permalinks;
}

/** Eleventy has no ids of its own: a plugin makes them, whose rule is an option. */
function anchorRule(config: string): string {
  if (config.includes('IdAttributePlugin')) return 'eleventy';
  if (!/markdown-?it-?anchor/i.test(config)) return '';
  if (/\buslug\b/.test(config)) return 'uslug';
  return config.includes('slugify') ? 'spelled' : 'encoded';
}
