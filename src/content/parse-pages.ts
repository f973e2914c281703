import { parsePlainPage, type ParsedFile } from './parse-page.ts';
import type { PageSource } from './parse-tree.ts';
import { runInWorker, workerCount } from './run-in-worker.ts';

export type ParseOptions = {
  /** Milliseconds of CPU for a short page; a long one gets more. A page above the limit is read as plain text. */
  cpuLimit?: number | undefined;
  signal?: AbortSignal | undefined;
};

const defaultCpuLimit = 5000;

/** Additional milliseconds per character: many times what real pages take. */
const cpuPerCharacter = 0.02;

const maxCpu = 30_000;

/** A second worker pays off from about this many pages on. */
const pagesPerWorker = 40;

/**
 * Parses pages in workers, so that no page can hang or exhaust this process: a page that takes too much time or memory
 * is read as plain text, with a warning. Pages are yielded in the order in which they finish.
 * Rejects with the signal's reason when aborted.
 */
export async function* parsePages(
  sources: AsyncIterable<PageSource>,
  count: number,
  { cpuLimit = defaultCpuLimit, signal }: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  const atOnce = Math.min(workerCount, Math.ceil(count / pagesPerWorker));
  const running = new Map<string, Promise<ParsedFile>>();
  const parse = async (source: PageSource): Promise<ParsedFile> => {
    const limit = Math.min(cpuLimit + source.text.length * cpuPerCharacter, maxCpu);
    const result = await runInWorker({ kind: 'page', source }, limit);
    if (!('excess' in result)) return result;
    return parsePlainPage(source, `It takes too much ${result.excess} to parse; it was read as plain text.`);
  };
  const settle = async (): Promise<ParsedFile> => {
    const parsed = await Promise.race(running.values());
    running.delete(parsed.file);
    return parsed;
  };
  for await (const source of sources) {
    if (running.size >= atOnce) yield await settle();
    signal?.throwIfAborted();
    running.set(source.page.file, parse(source));
  }
  while (running.size > 0) yield await settle();
}
