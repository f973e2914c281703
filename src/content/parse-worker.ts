import type { ReadPage } from './built/read-built-page.ts';
import type { GeneratorMap } from './built/read-map.ts';
import type { Exports } from './config/evaluate-module.ts';
import { serveSandbox } from '../lib/sandbox/serve-sandbox.ts';
import type { ModuleSource } from './config/read-module.ts';
import type { Operation } from './openapi/operation.ts';
import { parseFormat } from './parse-format.ts';
import type { ParsedFile } from './parse-page.ts';
import type { PageSource } from './parse-tree.ts';
import type { HtmlSource, ReducedPage } from './sources/site/reduce-html.ts';
import type { Sitemap } from './sources/site/sitemap.ts';
import type { LlmsPages } from './sources/split-llms.ts';

/**
 * The tasks of a worker: parse pages, read a configuration file as data, describe the operations of an API, reduce a
 * crawled HTML page, read the HTML and the maps of a build, read a sitemap, or split an `llms-full.txt`.
 */
export type Task =
  | { kind: 'pages'; sources: PageSource[]; finisher?: string | undefined }
  | { kind: 'config'; source: ModuleSource }
  | { kind: 'openapi'; source: ModuleSource }
  | { kind: 'html'; source: HtmlSource }
  | { kind: 'built'; pages: HtmlSource[] }
  | { kind: 'built-map'; source: { file: string; source: Uint8Array } }
  | { kind: 'sitemap'; source: Buffer }
  | { kind: 'llms'; source: string };

type Results = {
  pages: { files: ParsedFile[] };
  config: { exports: Exports; fault: string | null };
  openapi: { operations: Operation[] };
  html: { reduced: ReducedPage | null };
  built: { pages: (ReadPage | null)[] };
  'built-map': GeneratorMap;
  sitemap: { sitemap: Sitemap | null };
  llms: LlmsPages;
};

export type TaskResult<T extends Task> = Results[T['kind']];

/** The page parser and its many modules, loaded only by workers that parse pages. */
let pages: typeof import('./parse-page.ts') | undefined;

/** Modules that finish files, by their URLs. */
const finishers = new Map<string, Finisher>();

type Finisher = { finishFiles: (files: ParsedFile[]) => ParsedFile[] };

serveSandbox(resultOf, async (task: Task) => {
  if (task.kind !== 'pages') return;
  pages ??= await import('./parse-page.ts');
  const { finisher } = task;
  if (finisher !== undefined && !finishers.has(finisher))
    finishers.set(finisher, (await import(finisher)) as Finisher);
});

/** Each kind's code is loaded with its first task. */
async function resultOf(task: Task): Promise<TaskResult<Task>> {
  switch (task.kind) {
    case 'pages':
      return makePages(task);
    case 'config': {
      const { readModule } = await import('./config/read-module.ts');
      let fault: string | null = null;
      const exports = readModule(task.source, (reason) => (fault = reason));
      return { exports, fault };
    }
    case 'openapi': {
      const { readOperations } = await import('./openapi/read-operations.ts');
      return { operations: readOperations(task.source) };
    }
    case 'html': {
      const { reduceHtml } = await import('./sources/site/reduce-html.ts');
      const reduced = reduceHtml(task.source);
      if (reduced === null || task.source.as !== 'built') return { reduced };
      const { readBuiltPage } = await import('./built/read-built-page.ts');
      const page = readBuiltPage(task.source);
      return { reduced: { ...reduced, text: page === null ? '' : JSON.stringify(page) } };
    }
    case 'built': {
      const { readBuiltPage } = await import('./built/read-built-page.ts');
      return { pages: task.pages.map(readBuiltPage) };
    }
    case 'built-map': {
      const { readGeneratorMap } = await import('./built/read-map.ts');
      return readGeneratorMap(task.source);
    }
    case 'sitemap': {
      const { readSitemap } = await import('./sources/site/sitemap.ts');
      return { sitemap: readSitemap(task.source) };
    }
    case 'llms': {
      const { splitLlms } = await import('./sources/split-llms.ts');
      return splitLlms(task.source);
    }
  }
}

async function makePages({ sources, finisher }: Task & { kind: 'pages' }): Promise<{ files: ParsedFile[] }> {
  const files: ParsedFile[] = [];
  for (const source of sources) files.push(await makePage(source));
  return { files: finishers.get(finisher ?? '')?.finishFiles(files) ?? files };
}

/** Other formats are parsed first; when that fails, the page is its plain text. */
async function makePage(source: PageSource): Promise<ParsedFile> {
  try {
    return pages!.parsePage(source, await parseFormat(source));
  } catch (thrown) {
    return pages!.parsePlainPage(source, `It does not parse: ${(thrown as Error).message}`);
  }
}
