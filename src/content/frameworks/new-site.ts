import { slug } from 'github-slugger';
import { asCall, unwrapConfig } from '../config/values.ts';
import type { Dialect, PageFile } from '../site/site-facts.ts';
import type { Operation } from '../openapi/operation.ts';
import type { ContentWarning } from '../page.ts';
import { textField } from '../front-matter.ts';
import type { Framework, Site } from './framework.ts';
import { isIndexFile, joinPath, literalPath } from '../site/paths.ts';
import { isAsciidoc, isMarkdown, isMdx, isRst } from '../site/endings.ts';

/** A site with defaults: no redirects, one language, URLs equal to paths. */
export function newSite(pages: PageFile[], known: Partial<Site> = {}): Site {
  return {
    pages,
    addresses: { base: '', ending: '', folderEnding: '' },
    redirects: [],
    generated: [],
    fallbackPrefixes: [],
    fallbackFolder: '',
    sourceRoots: [''],
    apiFiles: [],
    placeOperation: placeBelowFile,
    variables: null,
    warnings: [],
    ...known,
  };
}

/** A page with only its file and path. */
export function newPage<Facts>(
  file: string,
  path: string,
  known: Partial<PageFile<Facts>> = {},
): PageFile<Facts> {
  return {
    file,
    path,
    isIndex: false,
    language: null,
    version: null,
    title: null,
    hidden: false,
    dialects: dialectsOf(file),
    ...known,
  };
}

/** The path that front matter gives a page in one of some fields, from the root of the site. */
export const movedBy =
  (...fields: string[]): NonNullable<Framework['movedPath']> =>
  (_page, data) => {
    const moved = textField(data, ...fields);
    return moved === null ? null : joinPath(moved);
  };

/** Parts of pages and hidden files: `_part.md`, `.github/notes.md`. */
export const isPart = (within: string) => /(?:^|\/)[._]/.test(within);

/**
 * The Markdown files below a folder as pages, each at its own path; those with one of the `indexNames` at their folder's.
 * @param more what else is known of a page, by its path in the folder; null when it is none
 */
export function pagesBelow(
  files: string[],
  folder: string,
  more: (within: string, file: string) => Partial<PageFile> | null,
  indexNames = ['index'],
): PageFile[] {
  const start = folder === '' ? '' : `${folder}/`;
  return files.flatMap((file) => {
    if (!file.startsWith(start) || !isMarkdown(file)) return [];
    const within = file.slice(start.length);
    const known = more(within, file);
    if (known === null) return [];
    const isIndex = isIndexFile(within, indexNames);
    return [newPage(file, literalPath(within, indexNames), { isIndex, ...known })];
  });
}

function dialectsOf(file: string): Dialect[] {
  if (isMdx(file)) return ['mdx', 'markdown'];
  if (isAsciidoc(file)) return ['asciidoc'];
  return isRst(file) ? ['rst'] : ['markdown'];
}

/** The base URL of a site: the caller's, else the configuration's (`url` and the `path` below it). */
export function baseOf(baseUrl: string | undefined, url: unknown, path: unknown): string {
  if (baseUrl !== undefined) return baseUrl;
  const base = typeof path === 'string' ? path : '';
  if (typeof url === 'string' && URL.canParse(url)) return new URL(base || url, url).href;
  return base.startsWith('/') ? base : '';
}

/** The path of an operation when the framework has no rule: below its API's file, by its id. */
export function placeBelowFile(file: string, operation: Operation): string {
  const { operationId, method, path } = operation;
  const name = operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`;
  return joinPath(file.replace(/\.\w+$/, ''), slug(name));
}

/** A warning when a configuration could not be read; an empty one is read. */
export function unreadable(file: string, exported: unknown): ContentWarning[] {
  const isRead = Object.keys(unwrapConfig(exported)).length > 0 || isEmpty(exported);
  return isRead ? [] : [{ file, message: 'The configuration cannot be read as data.' }];
}

function isEmpty(exported: unknown): boolean {
  const call = asCall(exported);
  if (call !== null) return call.arguments.length > 0 && call.arguments.every(isEmpty);
  return typeof exported === 'object' && exported !== null && Object.keys(exported).length === 0;
}
