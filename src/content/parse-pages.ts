import { createBudget, type CpuBudget } from './reading/cpu-budget.ts';
import type { ParsedPages, ReadFile, SealedSource } from './parse-sealed.ts';
import { runInWorker, workerCount } from './run-in-worker.ts';

export type ParseOptions = {
  /** Milliseconds of CPU for a short page; a long one gets more. A page above the limit is read as plain text. */
  cpuLimit?: number | undefined;
  signal?: AbortSignal | undefined;
  /** A module whose `finishFiles` adds to the parsed files in the worker, so that its work is shared out, too. */
  finisher?: URL | undefined;
  /** Milliseconds of CPU for all pages. */
  budget?: CpuBudget | undefined;
};

const defaultCpuLimit = 5000;

/** Additional milliseconds per character: many times what real pages take. */
const cpuPerCharacter = 0.02;

const maxCpu = 30_000;

/** A second worker pays off from about this many pages on: each compiles the same code anew. */
const pagesPerWorker = 250;

/** Workers for so many pages. */
export function workersFor(count: number): number {
  return Math.min(workerCount, Math.ceil(count / pagesPerWorker));
}

/** Pages and characters that a worker gets at a time, because each message costs about as much as a short page. */
const pagesAtOnce = 16;
const charactersAtOnce = 100_000;

/**
 * Parses pages in workers, so that no page can hang or exhaust this process: a page that takes too much time or memory
 * is read as plain text, with a warning. Pages are yielded in the order in which they finish.
 * Rejects with the signal's reason when aborted.
 */
export async function* parsePages(
  sources: AsyncIterable<SealedSource>,
  workers: number,
  { cpuLimit = defaultCpuLimit, signal, finisher, budget = createBudget(Infinity) }: ParseOptions = {},
): AsyncGenerator<ReadFile> {
  const options = { cpuLimit, finisher: finisher?.href, budget };
  const running = new Map<SealedSource[], Promise<Parsed>>();
  const settle = async (): Promise<ReadFile[]> => {
    const { batch, files } = await Promise.race(running.values());
    running.delete(batch);
    return files;
  };
  for await (const batch of batchesOf(sources)) {
    const parsed = running.size < workers ? [] : await settle();
    signal?.throwIfAborted();
    const parsing = parseBatch(batch, options);
    // Heard when it is its turn to be awaited.
    parsing.catch(() => undefined);
    running.set(batch, parsing);
    // The caller works on these while the worker parses the next ones.
    yield* parsed;
  }
  while (running.size > 0) yield* await settle();
}

type BatchOptions = { cpuLimit: number; finisher: string | undefined; budget: CpuBudget };

type Parsed = { batch: SealedSource[]; files: ReadFile[] };

/** Groups what is parsed in one task. */
export async function* batchesOf<Source extends { characters: number }>(
  sources: AsyncIterable<Source> | Iterable<Source>,
): AsyncGenerator<Source[]> {
  let batch: Source[] = [];
  let characters = 0;
  for await (const source of sources) {
    batch.push(source);
    characters += source.characters;
    if (batch.length < pagesAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** A batch has the limit of one page, which real pages stay far below. */
export function limitOf(batch: { characters: number }[], cpuLimit: number): number {
  const characters = batch.reduce((sum, one) => sum + one.characters, 0);
  return Math.min(cpuLimit + characters * cpuPerCharacter, maxCpu);
}

/** Above its limit, the pages of a batch are parsed one by one. */
async function parseBatch(batch: SealedSource[], options: BatchOptions): Promise<Parsed> {
  const { cpuLimit, finisher, budget } = options;
  const known = batch.length === 1 ? exceeded.get(batch[0]!.hash) : undefined;
  if (known !== undefined) return { batch, files: await parsePlain(batch[0]!, known, options) };
  const limit = budget.limit(limitOf(batch, cpuLimit));
  const task = { kind: 'pages', sources: batch.map(({ bytes }) => bytes), finisher } as const;
  const result = batch.some(({ hash }) => exceeded.has(hash)) ? null : await runInWorker(task, limit);
  if (result !== null && !('excess' in result)) return { batch, files: spend(budget, result) };
  const [source, ...others] = batch;
  if (source === undefined) return { batch, files: [] };
  if (others.length === 0) {
    budget.spend(limit, source.file);
    remember(source.hash, result!.excess);
    return { batch, files: await parsePlain(source, result!.excess, options) };
  }
  if (result !== null) budget.spend(limit);
  // One after the other: other projects' pages need workers, too.
  const alone = await Array.fromAsync(batch, (one) => parseBatch([one], options));
  return { batch, files: alone.flatMap(({ files }) => files) };
}

/** Takes what pages took from the budget. */
export function spend(budget: CpuBudget, { files }: ParsedPages): ReadFile[] {
  for (const { file, cpu } of files) budget.spend(cpu, file);
  return files;
}

async function parsePlain(
  { file, hash, bytes }: SealedSource,
  excess: string,
  { finisher }: BatchOptions,
): Promise<ReadFile[]> {
  const reason = `It takes too much ${excess} to parse; it was read as plain text.`;
  const result = await runInWorker({ kind: 'pages', sources: [bytes], finisher, reason }, maxCpu);
  return 'excess' in result ? [leftOut(file, hash, result.excess)] : result.files;
}

function leftOut(file: string, hash: string, excess: string): ReadFile {
  const warnings = [
    { file, message: `It takes too much ${excess} to read; it was left out.`, fellBack: true as const },
  ];
  const read = { targets: [], lost: [], noise: [], warnings, changesAt: null };
  return {
    file,
    hash,
    pages: [],
    ...read,
    facts: { ...read, hasWrongScript: false, isEmptyOperation: false },
    cpu: 0,
  };
}

/** Hashes of pages that took too much, with what: another try would end alike. An index remembers those that it has. */
const exceeded = new Map<string, string>();

const maxExceeded = 10_000;

export function isKnownToExceed({ hash }: { hash: string }): boolean {
  return exceeded.has(hash);
}

function remember(hash: string, excess: string): void {
  exceeded.set(hash, excess);
  if (exceeded.size > maxExceeded) exceeded.delete(exceeded.keys().next().value!);
}
