import { slug } from 'github-slugger';
import type { Site } from '../frameworks/framework.ts';
import { isTrial, isVendored } from '../frameworks/find-config.ts';
import { newPage } from '../frameworks/new-site.ts';
import { folderOf, joinPath } from '../site/paths.ts';
import type { PageFile } from '../frameworks/framework.ts';
import type { FileTree } from '../sources/file-tree.ts';
import type { RunTask } from '../run-in-worker.ts';
import { titleOf, type Operation } from './operation.ts';

export type Operations = {
  pages: PageFile[];
  /** The texts of `pages` by `file`. */
  texts: Map<string, string>;
  /** Every operation as Markdown with its file, by method and path: `GET /users`. */
  endpoints: Map<string, { file: string; markdown: string }[]>;
};

/** Maximum candidate files, files of one API, and milliseconds of CPU per API. */
const maxCandidates = 300;
const maxFiles = 200;
const cpuLimit = 20_000;

/**
 * The operations of every API described in a tree, each as a page at its path on the site. Its `file` is the
 * description's, followed by `#` and the operation's JSON pointer.
 */
export async function listOperations(tree: FileTree, site: Site, run: RunTask): Promise<Operations> {
  const taken = new Set(site.pages.map(({ path }) => path));
  const listed: Operations = { pages: [], texts: new Map(), endpoints: new Map() };
  for (const file of await findDescriptions(tree, site)) {
    const texts = await collectFiles(tree, file);
    const result = await run({ kind: 'openapi', source: { file, texts } }, cpuLimit);
    if ('excess' in result) {
      site.warnings.push({ file, message: `The API description takes too much ${result.excess} to read.` });
      continue;
    }
    const placed = result.operations.map((operation) => {
      const path = site.placeOperation(file, operation);
      return { operation, path: path === null || taken.has(path) ? null : path };
    });
    const readLinks = linksIn(placed);
    for (const { operation, path } of placed) {
      const { method, path: at, operationId } = operation;
      const name = method === 'channel' ? `CHANNEL ${operationId}` : `${method.toUpperCase()} ${at}`;
      const known = listed.endpoints.get(name) ?? [];
      const linked = { ...operation, markdown: readLinks(operation.markdown) };
      listed.endpoints.set(name, [...known, { file, markdown: linked.markdown }]);
      if (path === null || taken.has(path)) continue;
      taken.add(path);
      const page = newPage(`${file}#${operation.pointer}`, path, site.apiFacts?.(file));
      listed.pages.push(page);
      listed.texts.set(page.file, textOf(linked));
    }
  }
  return listed;
}

const redocLink =
  /\[([^[\]\n]{1,300})\]\(#(?:tag\/[^\s()]{1,100}\/)?(operation|section|tag)\/([^\s()]{1,200})\)/g;

/**
 * Links within a description, as Redoc writes them, become links to the page of the operation or the API's overview; a
 * link to neither becomes its text. https://redocly.com/docs/redoc/deployment/intro
 */
function linksIn(placed: { operation: Operation; path: string | null }[]): (markdown: string) => string {
  const byId = new Map(placed.map(({ operation, path }) => [operation.operationId, path]));
  const overview = placed.find(({ operation }) => operation.pointer === '')?.path;
  return (markdown) =>
    markdown.replaceAll(redocLink, (_whole, text: string, kind: string, name: string) => {
      const path = kind === 'operation' ? byId.get(name) : overview;
      if (path === undefined || path === null) return text;
      const anchor = kind === 'section' ? `#${slug(name.slice(name.lastIndexOf('/') + 1))}` : '';
      return `[${text}](/${path}${anchor})`;
    });
}

/** Files and folders at the root of a repository in which sites keep descriptions. */
const customary = /^(?:[^/]+|(?:static|public|open-?apis?|apis?|swagger|schemas?|specs?|reference)\/.*)$/i;

/**
 * JSON and YAML files that begin like API descriptions: those that the configuration names, and those in the docs
 * folders, except examples and tests.
 */
async function findDescriptions(tree: FileTree, { apiFiles, pages, sourceRoots }: Site): Promise<string[]> {
  const named = new Set(apiFiles);
  const folders = sourceRoots.filter((root) => root !== '');
  // A site at the root of a repository has the program beside its docs.
  const isRoot = sourceRoots.length > folders.length;
  const isDocs = (file: string): boolean =>
    pages.length === 0 ||
    folders.length === 0 ||
    folders.some((root) => file.startsWith(`${root}/`)) ||
    (isRoot && customary.test(file));
  const looked = tree.files.filter(
    (file) =>
      /\.(?:json|ya?ml)$/.test(file) &&
      (named.has(file) ||
        // In a folder such as `.gitbook/assets` it is an attachment.
        (/api|swagger|spec|reference/i.test(file) &&
          !/(?:^|\/)\./.test(file) &&
          isDocs(file) &&
          !isTrial(file) &&
          !isVendored(file, tree.files))),
  );
  const found: string[] = [];
  const inOrder = looked.toSorted((one, two) => Number(named.has(two)) - Number(named.has(one)));
  for (const file of inOrder.slice(0, maxCandidates)) {
    const { text } = await tree.read(file);
    if (
      /(?:^|["'\s{])(?:openapi["']?\s*:\s*["']?3|swagger["']?\s*:\s*["']?2|asyncapi["']?\s*:\s*["']?[23])/.test(
        text?.slice(0, 4000) ?? '',
      )
    )
      found.push(file);
  }
  return found;
}

/** The description and the files of the tree that it references, directly or indirectly. */
async function collectFiles(tree: FileTree, entry: string): Promise<Record<string, string>> {
  const known = new Set(tree.files);
  const texts: Record<string, string> = {};
  const wanted = [entry];
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (file in texts || !known.has(file) || Object.keys(texts).length >= maxFiles) continue;
    const { text } = await tree.read(file);
    if (text === null) continue;
    texts[file] = text;
    for (const [, target = ''] of text.matchAll(/\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g)) {
      if (!target.includes('://')) wanted.push(joinPath(folderOf(file), target));
    }
  }
  return texts;
}

/**
 * The operation that a page's front matter names (`openapi: GET /users`, `openapi: /en/api.json GET /users`,
 * `asyncapi: /events.json userSignedUp`) as Markdown: Mintlify shows it below the page's text. Without a file name, the description nearest to the page is used.
 * https://mintlify.com/docs/api-playground/openapi-setup
 */
export function endpointOf(text: string, page: string, { endpoints }: Operations): string | null {
  if (endpoints.size === 0 || !text.startsWith('---')) return null;
  const head = text.slice(0, Math.max(0, text.indexOf('\n---', 3)));
  const named = /^openapi:[ \t]*["']?(?:([^\s"']+)[ \t]+)?([A-Za-z]{3,7})[ \t]+([^\s"']+)/m.exec(head);
  const channel = /^asyncapi:[ \t]*["']?(?:([^\s"']+)[ \t]+)?([^\s"']+)/m.exec(head);
  const name =
    named === null && channel !== null
      ? `CHANNEL ${channel[2]}`
      : `${named?.[2]?.toUpperCase()} ${named?.[3]}`;
  const known = endpoints.get(name) ?? [];
  const written = named?.[1] ?? channel?.[1];
  const file = written === undefined ? null : joinPath(written);
  if (file !== null) {
    const own = known.find((one) => one.file === file || one.file.endsWith(`/${file}`));
    if (own !== undefined) return own.markdown;
  }
  const nearest = known.toSorted((one, two) => shared(two.file, page) - shared(one.file, page));
  return nearest[0]?.markdown ?? null;
}

/** The number of leading folders that two files share. */
function shared(one: string, other: string): number {
  const [here, there] = [one.split('/'), other.split('/')];
  const differs = here.findIndex((segment, at) => segment !== there[at]);
  return differs < 0 ? here.length : differs;
}

/** Markdown with front matter; JSON is YAML. */
function textOf(operation: Operation): string {
  const data = {
    title: titleOf(operation),
    description: operation.description,
    tags: operation.tag ? [operation.tag] : [],
  };
  return `---\n${JSON.stringify(data)}\n---\n\n${operation.markdown}\n`;
}
