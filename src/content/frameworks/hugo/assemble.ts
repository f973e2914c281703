import { asObject } from '../../config/values.ts';
import { splitFrontMatter } from '../../front-matter.ts';
import { remember } from '../../../lib/remember.ts';
import { filesNamed, hasFile } from '../../includes/file-set.ts';
import { expandIncludes } from '../../includes/expand-includes.ts';
import type { Include } from '../../includes/include-syntax.ts';
import { findHugoTags } from './tags.ts';
import { fenced } from '../../markdown/section-text.ts';
import { fenceFinder } from '../../markdown/split-prose.ts';
import type { FileTree } from '../../sources/file-tree.ts';
import type { Assemble } from '../framework.ts';
import type { PageFile } from '../../site/site-facts.ts';
import { matchGlobs } from '../../site/glob.ts';
import type { HugoConfig } from './config.ts';
import type { HugoFacts } from './facts.ts';
import { isPublishing } from './publication.ts';
import { isMarkdown } from '../../site/endings.ts';
import { folderOf, joinPath } from '../../site/paths.ts';

/** Common shortcodes that include a file. */
const commonIncludes =
  /(?:^|[/_-])(?:include|readfile|read-file|codenew|code_sample|codefile|file|md|snippet)s?$/;

/** Characters. Longer templates are skipped. */
const maxTemplateLength = 20_000;

/** The files that a page's shortcodes include, the site's own shortcode templates, and the parameters that they use. */
export function assembleHugo(tree: FileTree, config: HugoConfig): Assemble {
  const params = flatten(config.options['params']);
  const templates = templateFiles(tree, config.root);
  const readCascade = cascadeReader(tree, config);
  let including: Promise<Map<string, string[]>> | null = null;
  return async (page, own, warn) => {
    const inherited = await readCascade(page);
    const publishing = Object.entries(inherited).filter(([field]) => isPublishing(field));
    const cascade = { cascade: Object.fromEntries(publishing) };
    if (!own.includes('{{')) return { text: own, ...(publishing.length > 0 && { facts: cascade }) };
    including ??= includingTemplates(tree, templates);
    const folders = await including;
    const find = (text: string, file: string): Include[] => findFiles(text, file, tree, config, folders);
    const text = await expandIncludes(own, page.file, { find, tree, warn });
    const names = new Set(findHugoTags(text).map(({ name }) => name.replace(/\.html$/, '')));
    const used: Record<string, string> = {};
    for (const name of names) {
      const file = templates.get(name);
      const template = file === undefined ? null : (await tree.read(file)).text;
      if (template !== null && template.length < maxTemplateLength)
        used[name.slice(name.lastIndexOf('/') + 1)] = template;
    }
    const all = [text, ...Object.values(used)].join('\n').toLowerCase();
    const named = Object.entries({ ...params, ...inherited }).filter(([path]) => all.includes(path));
    return {
      text,
      facts: {
        ...(publishing.length > 0 && cascade),
        templates: used,
        params: Object.fromEntries(named),
        refs: refsIn(text, page.file, tree, config),
      },
    };
  };
}

/** The site's own layouts come before those of a theme or a vendored module. */
function templateFiles(tree: FileTree, root: string): Map<string, string> {
  const start = /^((?:themes\/[^/]+\/|_vendor\/(?:[^/]+\/){1,5}?)?)layouts\/_?shortcodes\/(.+)\.(?:html|md)$/;
  const found = new Map<string, string>();
  for (const file of tree.files) {
    if (root !== '' && !file.startsWith(`${root}/`)) continue;
    const [, theme, name] = start.exec(root === '' ? file : file.slice(root.length + 1)) ?? [];
    if (name !== undefined && (theme === '' || !found.has(name.toLowerCase())))
      found.set(name.toLowerCase(), file);
  }
  return found;
}

function findFiles(
  text: string,
  file: string,
  tree: FileTree,
  { root, mounts }: HugoConfig,
  including: Map<string, string[]>,
): Include[] {
  const tags = findHugoTags(text);
  const inFence = tags.length === 0 ? () => false : fenceFinder(text);
  return tags.flatMap((tag): Include[] => {
    if (tag.isClosing || tag.closedBy >= 0) return [];
    const { start, end, values } = tag;
    const written = values['file'] ?? values['path'] ?? values['src'] ?? values['0'] ?? '';
    const common = [
      folderOf(file),
      ...mounts.flatMap(({ source }) => [source, `${source}/includes`, `${source}/examples`]),
      ...['', 'static', 'assets', 'includes', 'data', 'code'].map((folder) => joinPath(root, folder)),
    ];
    const named = including.get(tag.name) ?? [];
    const own = [...mounts.map(({ source }) => source), root].flatMap((source) =>
      named.map((folder) => joinPath(source, folder)),
    );
    const ways =
      named.length === 0 ? [] : Object.values(values).filter((value) => /^[\w./-]{2,100}$/.test(value));
    const candidates = [
      ...(commonIncludes.test(tag.name) && written.includes('.')
        ? common.map((folder) => joinPath(folder, written))
        : []),
      ...ways.flatMap((way) =>
        own.flatMap((folder) => [joinPath(folder, way), `${joinPath(folder, way)}.md`]),
      ),
    ].filter((one) => hasFile(tree, one));
    if (candidates.length === 0) return [];
    const language = values['language'] ?? values['lang'] ?? values['code'];
    const isShort = Object.values(values).some((value) => /^(?:short|summary)$/.test(value));
    const render = (content: string, included: string): string => {
      if (inFence(start)) return content.trimEnd();
      if (!isMarkdown(included) || language !== undefined)
        return fenced(content.trimEnd(), language ?? included.slice(included.lastIndexOf('.') + 1));
      const { body } = splitFrontMatter(content);
      return (isShort ? (body.split('<!--more-->')[0] ?? '') : body).trim();
    };
    return [{ start, end, target: written, candidates, render, isPage: true }];
  });
}

/**
 * The folders that the site's own shortcodes take content from, by the paths in their templates: `GetPage "boilerplates"`
 * with `.Content`, or `os.ReadFile` with a pattern.
 */
async function includingTemplates(
  tree: FileTree,
  templates: Map<string, string>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [name, file] of [...templates].slice(0, maxTemplates)) {
    const text = (await tree.read(file)).text ?? '';
    const takes = /\bGetPage\b/.test(text)
      ? /\.(?:Raw)?Content\b/.test(text)
      : /\breadfile\b|\bresources\.Get\b/i.test(text);
    if (!takes || text.length > maxTemplateLength) continue;
    const folders = Array.from(
      text.matchAll(/"\/?(?:content\/)?([\w%][\w./%-]{1,100})"/g),
      ([, path = '']) => path,
    );
    found.set(
      name,
      folders
        .map((path) => joinPath(...path.split('/').filter((step) => !/%|\./.test(step))))
        .filter((path) => path !== ''),
    );
  }
  return found;
}

/** Templates of shortcodes that are read to learn which include files. */
const maxTemplates = 300;

/**
 * The pages that `ref` and `relref` name, from the page's folder: beside it, else from the content root, else by their
 * name alone; in the language of the page. https://gohugo.io/methods/page/getpage/
 */
function refsIn(text: string, file: string, tree: FileTree, { mounts }: HugoConfig): Record<string, string> {
  const refs: Record<string, string> = {};
  const up = '../'.repeat(folderOf(file) === '' ? 0 : folderOf(file).split('/').length);
  const sources = mounts.map(({ source }) => source);
  const isBelow = (source: string, one: string): boolean => source === '' || one.startsWith(`${source}/`);
  const home = sources.find((source) => isBelow(source, file)) ?? '';
  for (const { name, values, isClosing } of findHugoTags(text)) {
    if (isClosing || (name !== 'ref' && name !== 'relref')) continue;
    const written = (values['path'] ?? values['0'] ?? '').split('#')[0] ?? '';
    const folders = [...(written.startsWith('/') ? [] : [folderOf(file)]), home, ...sources];
    const ways = folders.flatMap((folder) => pageEndings.map((ending) => joinPath(folder, written) + ending));
    const named = filesNamed(tree, /\.\w+$/.test(written) ? written : `${written}.md`).filter((one) =>
      isBelow(home, one),
    );
    const found = ways.find((one) => hasFile(tree, one)) ?? (named.length === 1 ? named[0] : undefined);
    if (written !== '' && found !== undefined) refs[written] = up + found;
  }
  return refs;
}

const pageEndings = ['', '.md', '/_index.md', '/index.md'];

type Cascade = { values: Record<string, string>; target: Record<string, string> };

/**
 * Reads what the `cascade` of the configuration and of the `_index` files above a page gives it.
 * https://gohugo.io/content-management/front-matter/#cascade
 */
function cascadeReader(
  tree: FileTree,
  { options }: HugoConfig,
): (page: PageFile) => Promise<Record<string, string>> {
  const known = new Map<string, Promise<Cascade[]>>();
  const read = async (folder: string): Promise<Cascade[]> => {
    const above =
      folder === ''
        ? cascadesOf(options['cascade'])
        : await remember(known, folderOf(folder), () => read(folderOf(folder)));
    const index = ['_index.md', '_index.html'].map((name) => joinPath(folder, name));
    const file = index.find((one) => hasFile(tree, one));
    if (file === undefined) return above;
    const { cascade } = splitFrontMatter((await tree.read(file)).text ?? '').data;
    return [...above, ...cascadesOf(cascade)];
  };
  return async (page) => {
    const folder = folderOf(page.file);
    const all = await remember(known, folder, () => read(folder));
    return Object.assign(
      {},
      ...all.filter(({ target }) => isTarget(target, page)).map(({ values }) => values),
    );
  };
}

function cascadesOf(cascade: unknown): Cascade[] {
  return (Array.isArray(cascade) ? cascade : [cascade]).map((one) => {
    const { params, target, _target = target, ...fields } = asObject(one);
    return { values: { ...flatten(fields), ...flatten(params) }, target: flatten(_target) };
  });
}

/** https://gohugo.io/content-management/front-matter/#target */
function isTarget({ path, kind, lang }: Record<string, string>, { facts, language }: PageFile): boolean {
  const own = facts as HugoFacts;
  return (
    (path === undefined || matchGlobs([path.replace(/^\//, '')])(own.own ?? '')) &&
    (kind === undefined || kind.replace(/^home$/, 'section') === own.kind) &&
    (lang === undefined || lang === language)
  );
}

/** Parameters by their path with dots, in lower case. */
function flatten(value: unknown, path = '', flat: Record<string, string> = {}): Record<string, string> {
  for (const [key, inner] of Object.entries(asObject(value))) {
    const name = path === '' ? key.toLowerCase() : `${path}.${key.toLowerCase()}`;
    if (['string', 'number', 'boolean'].includes(typeof inner)) flat[name] = String(inner);
    else if (name.split('.').length < 5) flatten(inner, name, flat);
  }
  return flat;
}
