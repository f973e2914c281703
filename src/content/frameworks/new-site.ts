import { slug } from 'github-slugger';
import type { Dialect } from '../markdown/parse-markdown.ts';
import type { Operation } from '../openapi/operation.ts';
import type { PageFile, Site } from './framework.ts';
import { joinPath } from './paths.ts';

/** A site of these pages where nothing else is known: no redirects, one language, addresses as paths are. */
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

/** A page of which nothing but its file and path is known. */
export function newPage(file: string, path: string, known: Partial<PageFile> = {}): PageFile {
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

function dialectsOf(file: string): Dialect[] {
  if (file.endsWith('.mdx')) return ['mdx', 'markdown'];
  if (/\.(?:adoc|asciidoc)$/i.test(file)) return ['asciidoc'];
  return file.endsWith('.rst') ? ['rst'] : ['markdown'];
}

/** Where a site is served: as the caller says, else as its configuration says (`url` and the `path` below it). */
export function baseOf(baseUrl: string | undefined, url: unknown, path: unknown): string {
  if (baseUrl !== undefined) return baseUrl;
  const base = typeof path === 'string' ? path : '';
  if (typeof url === 'string' && URL.canParse(url)) return new URL(base || url, url).href;
  return base.startsWith('/') ? base : '';
}

/** Where an operation is when the framework has no rule of its own: below its API's file, by its id. */
function placeBelowFile(file: string, operation: Operation): string {
  const { operationId, method, path } = operation;
  const name = operationId ?? `${method}${path.replaceAll(/\W+/g, '-')}`;
  return joinPath(file.replace(/\.\w+$/, ''), slug(name));
}
