import type { ReadPage } from './built/read-built-page.ts';
import type { GeneratorMap } from './site/build.ts';
import type { Exports } from './config/evaluate-module.ts';
import type { ModuleSource } from './config/read-module.ts';
import type { Operation } from './openapi/operation.ts';
import type { ParsedPages } from './parse-sealed.ts';
import type { Outcome, ReadingTask } from './reading/reading-tasks.ts';
import type { DocumentSource } from './sources/files/read-document.ts';
import type { HtmlSource, ReducedPage } from './sources/site/reduce-html.ts';
import type { Sitemap } from './sources/site/sitemap.ts';
import type { LlmsPages } from './sources/split-llms.ts';

/**
 * The tasks of a worker: parse pages, or one as plain text for a `reason`, read a configuration file as data, describe the
 * operations of an API, reduce a crawled HTML page, read the HTML and the maps of a build, read a sitemap, split an `llms-full.txt`, read a document, take a step in reading a
 * source, or only load the code for that.
 */
export type Task =
  | { kind: 'pages'; sources: Uint8Array[]; finisher?: string | undefined; reason?: string }
  | { kind: 'config'; source: ModuleSource }
  | { kind: 'openapi'; source: ModuleSource }
  | { kind: 'html'; source: HtmlSource }
  | { kind: 'built'; pages: HtmlSource[] }
  | { kind: 'built-map'; source: { file: string; source: Uint8Array } }
  | { kind: 'sitemap'; source: Buffer }
  | { kind: 'llms'; source: string }
  | { kind: 'document'; source: DocumentSource }
  | { kind: 'reading'; task: ReadingTask; finisher?: string | undefined }
  | { kind: 'load'; finisher: string };

type Results = {
  pages: ParsedPages;
  config: { exports: Exports; fault: string | null };
  openapi: { operations: Operation[] };
  html: { reduced: ReducedPage | null };
  built: { pages: (ReadPage | null | 'too deep')[] };
  'built-map': GeneratorMap;
  sitemap: { sitemap: Sitemap | null };
  llms: LlmsPages;
  document: { fault: string | null };
  reading: Outcome & { cpu: number };
  load: null;
};

export type TaskResult<T extends Task> = Results[T['kind']];
