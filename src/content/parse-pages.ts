import type { ParsedFile } from './parse-page.ts';
import type { PageSource } from './parse-tree.ts';
import { runInWorker, workerCount } from './run-in-worker.ts';

export type ParseOptions = {
  /** Milliseconds of CPU for a short page; a long one gets more. A page above the limit is read as plain text. */
  cpuLimit?: number | undefined;
  signal?: AbortSignal | undefined;
  /** A module whose `finishFiles` adds to the parsed files in the worker, so that its work is shared out, too. */
  finisher?: URL | undefined;
};

const defaultCpuLimit = 5000;

/** Additional milliseconds per character: many times what real pages take. */
const cpuPerCharacter = 0.02;

const maxCpu = 30_000;

/** A second worker pays off from about this many pages on: each compiles the same code anew. */
const pagesPerWorker = 250;

/** Pages and characters that a worker gets at a time, because each message costs about as much as a short page. */
const pagesAtOnce = 16;
const charactersAtOnce = 100_000;

/**
 * Parses pages in workers, so that no page can hang or exhaust this process: a page that takes too much time or memory
 * is read as plain text, with a warning. Pages are yielded in the order in which they finish.
 * Rejects with the signal's reason when aborted.
 */
export async function* parsePages(
  sources: AsyncIterable<PageSource>,
  count: number,
  { cpuLimit = defaultCpuLimit, signal, finisher }: ParseOptions = {},
): AsyncGenerator<ParsedFile> {
  const workers = Math.min(workerCount, Math.ceil(count / pagesPerWorker));
  const running = new Map<PageSource[], Promise<Parsed>>();
  const settle = async (): Promise<ParsedFile[]> => {
    const { batch, files } = await Promise.race(running.values());
    running.delete(batch);
    return files;
  };
  for await (const batch of batchesOf(sources)) {
    const parsed = running.size < workers ? [] : await settle();
    signal?.throwIfAborted();
    running.set(batch, parseBatch(batch, { cpuLimit, finisher: finisher?.href }));
    // The caller works on these while the worker parses the next ones.
    yield* parsed;
  }
  while (running.size > 0) yield* await settle();
}

type BatchOptions = { cpuLimit: number; finisher: string | undefined };

type Parsed = { batch: PageSource[]; files: ParsedFile[] };

async function* batchesOf(sources: AsyncIterable<PageSource>): AsyncGenerator<PageSource[]> {
  let batch: PageSource[] = [];
  let characters = 0;
  for await (const source of sources) {
    batch.push(source);
    characters += source.text.length;
    if (batch.length < pagesAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** A batch has the limit of one page, which real pages stay far below. Above it, its pages are parsed one by one. */
async function parseBatch(batch: PageSource[], options: BatchOptions): Promise<Parsed> {
  const { cpuLimit, finisher } = options;
  const characters = batch.reduce((sum, { text }) => sum + text.length, 0);
  const limit = Math.min(cpuLimit + characters * cpuPerCharacter, maxCpu);
  const result = await runInWorker({ kind: 'pages', sources: batch, finisher }, limit);
  if (!('excess' in result)) return { batch, files: result.files };
  const [source, ...others] = batch;
  if (source === undefined) return { batch, files: [] };
  if (others.length === 0) {
    // Loaded when a page needs it: the parsers are for the workers.
    const { parsePlainPage } = await import('./parse-page.ts');
    const reason = `It takes too much ${result.excess} to parse; it was read as plain text.`;
    return { batch, files: [parsePlainPage(source, reason)] };
  }
  // One after the other: other projects' pages need workers, too.
  const alone = await Array.fromAsync(batch, (one) => parseBatch([one], options));
  return { batch, files: alone.flatMap(({ files }) => files) };
}
