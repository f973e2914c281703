import type { Exports } from './config/evaluate-module.ts';
import { readModule, type ModuleSource } from './config/read-module.ts';
import { parsePage, type PageSource, type ParsedFile } from './parse-page.ts';

/** What a worker can do: make a page, or read a configuration file as data. */
export type Task = { kind: 'page'; source: PageSource } | { kind: 'config'; source: ModuleSource };

export type TaskResult<T extends Task> = T extends { kind: 'page' } ? ParsedFile : { exports: Exports };

/** Says that it is ready; then one task in, one result out. A process that `worker-pool.ts` starts. */
process.on('message', (task: Task) => {
  process.send?.(task.kind === 'page' ? parsePage(task.source) : { exports: readModule(task.source) });
});
process.send?.('ready');
