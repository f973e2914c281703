import { entryPoint } from '../../lib/entry-point.ts';
import { openSandbox } from '../../lib/sandbox/sandbox.ts';
import type { ViewTask } from './view-worker.ts';

/** Characters of a page that are parsed. */
const maxLength = 300_000;

/** Milliseconds of CPU. Few pages take a tenth of a second. */
const cpuLimit = 5_000;

const sandbox = openSandbox<ViewTask, unknown>(entryPoint(new URL('./view-worker.ts', import.meta.url)), {
  size: 1,
  maxMegabytes: 512,
});

/** What a process of its own makes of a page's Markdown; null for a page that is too long or too deep. */
export async function runInSandbox<Result extends string | object[]>(task: ViewTask): Promise<Result | null> {
  if (task.markdown.length > maxLength) return null;
  const made = await sandbox.run(task, cpuLimit);
  return typeof made === 'string' || Array.isArray(made) ? (made as Result) : null;
}
