import type { Exports } from './config/evaluate-module.ts';
import { readModule, type ModuleSource } from './config/read-module.ts';
import type { Operation } from './openapi/operation.ts';
import { readOperations } from './openapi/read-operations.ts';
import { parsePage, type PageSource, type ParsedFile } from './parse-page.ts';

/** What a worker can do: make a page, read a configuration file as data, or describe the operations of an API. */
export type Task =
  | { kind: 'page'; source: PageSource }
  | { kind: 'config'; source: ModuleSource }
  | { kind: 'openapi'; source: ModuleSource };

type Results = { page: ParsedFile; config: { exports: Exports }; openapi: { operations: Operation[] } };

export type TaskResult<T extends Task> = Results[T['kind']];

/** Says that it is ready; then one task in, one result out. A process that `worker-pool.ts` starts. */
process.on('message', (task: Task) => void process.send?.(resultOf(task)));
process.send?.('ready');

function resultOf({ kind, source }: Task): TaskResult<Task> {
  if (kind === 'page') return parsePage(source);
  return kind === 'config' ? { exports: readModule(source) } : { operations: readOperations(source) };
}
