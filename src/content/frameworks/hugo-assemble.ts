import type { ReadConfig } from '../config/evaluate-module.ts';
import { asObject } from '../config/values.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { filesNamed } from '../includes/file-set.ts';
import { hasFile, insertFiles, type Insertion } from '../includes/insert-files.ts';
import { wordsReader } from './hugo-words.ts';
import { findHugoTags } from '../markdown/hugo-tags.ts';
import { fenced } from '../markdown/section-text.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { Assemble } from './framework.ts';
import type { HugoConfig } from './hugo-config.ts';
import { folderOf, isMarkdown, joinPath } from './paths.ts';

/** Common shortcodes that include a file. */
const including = /(?:^|[/_-])(?:include|readfile|read-file|codenew|code_sample|codefile|file|md|snippet)s?$/;

/** Characters. Longer templates are skipped. */
const maxTemplateLength = 20_000;

/** The files that a page's shortcodes include, the site's own shortcode templates, and the parameters that they use. */
export function assembleHugo(tree: FileTree, config: HugoConfig, readConfig: ReadConfig): Assemble {
  const params = flatten(config.options['params']);
  const templates = templateFiles(tree, config.root);
  const readCascade = cascadeReader(tree);
  const readWords = wordsReader(tree, config, readConfig);
  return async (page, own, warn) => {
    if (!own.includes('{{')) return { text: own };
    const find = (text: string, file: string): Insertion[] => findFiles(text, file, tree, config);
    const text = await insertFiles(own, page.file, tree, find, warn);
    const names = new Set(findHugoTags(text).map(({ name }) => name.replace(/\.html$/, '')));
    const used: Record<string, string> = {};
    for (const name of names) {
      const file = templates.get(name);
      const template = file === undefined ? null : (await tree.read(file)).text;
      if (template !== null && template.length < maxTemplateLength)
        used[name.slice(name.lastIndexOf('/') + 1)] = template;
    }
    const inherited = await readCascade(page.file);
    const all = [text, ...Object.values(used)].join('\n').toLowerCase();
    const words = await readWords(page.language, all, findHugoTags(text));
    const named = Object.entries({ ...params, ...inherited }).filter(([path]) => all.includes(path));
    return {
      text,
      facts: {
        shortcodes: JSON.stringify(used),
        params: JSON.stringify(Object.fromEntries(named)),
        words: JSON.stringify(words),
        refs: JSON.stringify(refsIn(text, page.file, tree, config)),
      },
    };
  };
}

function templateFiles(tree: FileTree, root: string): Map<string, string> {
  const start = /^(?:themes\/[^/]+\/)?layouts\/_?shortcodes\/(.+)\.(?:html|md)$/;
  return new Map(
    tree.files.flatMap((file): [string, string][] => {
      if (root !== '' && !file.startsWith(`${root}/`)) return [];
      const name = start.exec(root === '' ? file : file.slice(root.length + 1))?.[1];
      return name === undefined ? [] : [[name.toLowerCase(), file]];
    }),
  );
}

function findFiles(text: string, file: string, tree: FileTree, { root, mounts }: HugoConfig): Insertion[] {
  return findHugoTags(text).flatMap((tag): Insertion[] => {
    const target = tag.values['file'] ?? tag.values['path'] ?? tag.values['src'] ?? tag.values['0'] ?? '';
    if (tag.isClosing || tag.closedBy >= 0 || !including.test(tag.name) || !target.includes('.')) return [];
    const folders = [
      folderOf(file),
      ...mounts.flatMap(({ source }) => [source, `${source}/includes`, `${source}/examples`]),
      ...['', 'static', 'assets', 'includes', 'data', 'code'].map((folder) => joinPath(root, folder)),
    ];
    const candidates = folders.map((folder) => joinPath(folder, target)).filter((one) => hasFile(tree, one));
    if (candidates.length === 0) return [];
    const { start, end } = tag;
    const language = tag.values['language'] ?? tag.values['lang'] ?? tag.values['code'];
    const render = (content: string, included: string): string =>
      isMarkdown(included) && language === undefined
        ? splitFrontMatter(content).body.trim()
        : fenced(content.trimEnd(), language ?? included.slice(included.lastIndexOf('.') + 1));
    return [{ start, end, target, candidates, render, isPage: true }];
  });
}

/**
 * The pages that `ref` and `relref` name, from the page's folder: beside it, else from the content root, else by their
 * name alone. https://gohugo.io/methods/page/getpage/
 */
function refsIn(text: string, file: string, tree: FileTree, { mounts }: HugoConfig): Record<string, string> {
  const refs: Record<string, string> = {};
  const up = '../'.repeat(folderOf(file) === '' ? 0 : folderOf(file).split('/').length);
  for (const { name, values, isClosing } of findHugoTags(text)) {
    if (isClosing || (name !== 'ref' && name !== 'relref')) continue;
    const written = (values['path'] ?? values['0'] ?? '').split('#')[0] ?? '';
    const folders = [
      ...(written.startsWith('/') ? [] : [folderOf(file)]),
      ...mounts.map(({ source }) => source),
    ];
    const ways = folders.flatMap((folder) => pageEndings.map((ending) => joinPath(folder, written) + ending));
    const named = filesNamed(tree, /\.\w+$/.test(written) ? written : `${written}.md`);
    const found = ways.find((one) => hasFile(tree, one)) ?? (named.length === 1 ? named[0] : undefined);
    if (written !== '' && found !== undefined) refs[written] = up + found;
  }
  return refs;
}

const pageEndings = ['', '.md', '/_index.md', '/index.md'];

/**
 * Reads the `cascade` of the `_index` files above a page.
 * https://gohugo.io/content-management/front-matter/#cascade
 */
function cascadeReader(tree: FileTree): (file: string) => Promise<Record<string, string>> {
  const known = new Map<string, Promise<Record<string, string>>>();
  const read = async (folder: string): Promise<Record<string, string>> => {
    const above = folder === '' ? {} : await readOnce(folderOf(folder));
    const index = ['_index.md', '_index.html'].map((name) => joinPath(folder, name));
    const file = index.find((one) => hasFile(tree, one));
    if (file === undefined) return above;
    const { cascade } = splitFrontMatter((await tree.read(file)).text ?? '').data;
    const given = Array.isArray(cascade) ? cascade : [cascade];
    return Object.assign(
      {},
      above,
      ...given.map((one) => ({ ...flatten(one), ...flatten(asObject(one)['params']) })),
    );
  };
  const readOnce = (folder: string): Promise<Record<string, string>> => {
    const found = known.get(folder) ?? read(folder);
    known.set(folder, found);
    return found;
  };
  return (file) => readOnce(folderOf(file));
}

/** Parameters by their path with dots, in lower case. */
function flatten(value: unknown, path = '', flat: Record<string, string> = {}): Record<string, string> {
  for (const [key, inner] of Object.entries(asObject(value))) {
    const name = path === '' ? key.toLowerCase() : `${path}.${key.toLowerCase()}`;
    if (typeof inner === 'string' || typeof inner === 'number') flat[name] = String(inner);
    else if (name.split('.').length < 5) flatten(inner, name, flat);
  }
  return flat;
}
