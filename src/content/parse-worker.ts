import type { Exports } from './config/evaluate-module.ts';
import { serveSandbox } from '../lib/sandbox/serve-sandbox.ts';
import { readModule, type ModuleSource } from './config/read-module.ts';
import type { Operation } from './openapi/operation.ts';
import { readOperations } from './openapi/read-operations.ts';
import { parseFormat } from './parse-format.ts';
import type { ParsedFile } from './parse-page.ts';
import type { PageSource } from './parse-tree.ts';
import { type HtmlSource, type ReducedPage, reduceHtml } from './sources/site/reduce-html.ts';
import { readSitemap, type Sitemap } from './sources/site/sitemap.ts';
import { type LlmsPages, splitLlms } from './sources/split-llms.ts';

/**
 * What a worker can do: make a page, read a configuration file as data, describe the operations of an API, or read a
 * page of HTML or a sitemap as a site sent it, or split an `llms-full.txt`.
 */
export type Task =
  | { kind: 'page'; source: PageSource }
  | { kind: 'config'; source: ModuleSource }
  | { kind: 'openapi'; source: ModuleSource }
  | { kind: 'html'; source: HtmlSource }
  | { kind: 'sitemap'; source: Buffer }
  | { kind: 'llms'; source: string };

type Results = {
  page: ParsedFile;
  config: { exports: Exports };
  openapi: { operations: Operation[] };
  html: { reduced: ReducedPage | null };
  sitemap: { sitemap: Sitemap | null };
  llms: LlmsPages;
};

export type TaskResult<T extends Task> = Results[T['kind']];

/** Most of what a worker can load, for those that read pages. */
let pages: typeof import('./parse-page.ts') | undefined;

serveSandbox(resultOf, async ({ kind }: Task) => {
  if (kind === 'page') pages ??= await import('./parse-page.ts');
});

async function resultOf({ kind, source }: Task): Promise<TaskResult<Task>> {
  switch (kind) {
    case 'page':
      return makePage(source);
    case 'config':
      return { exports: readModule(source) };
    case 'openapi':
      return { operations: readOperations(source) };
    case 'html':
      return { reduced: reduceHtml(source) };
    case 'sitemap':
      return { sitemap: readSitemap(source) };
    case 'llms':
      return splitLlms(source);
  }
}

/** Another format than Markdown is parsed first; when it does not parse, the page is its plain text. */
async function makePage(source: PageSource): Promise<ParsedFile> {
  try {
    return pages!.parsePage(source, await parseFormat(source));
  } catch (thrown) {
    return pages!.parsePlainPage(source, `It does not parse: ${(thrown as Error).message}`);
  }
}
