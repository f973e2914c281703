import { DocentError } from '../../errors.ts';
import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Excess, Held } from '../../lib/sandbox/sandbox.ts';
import type { FileMatch } from '../built/build-map.ts';
import type { Build } from '../site/build.ts';
import type { SiteOptions } from '../frameworks/framework.ts';
import type { Guidance } from '../guidance.ts';
import type { KnownHashes } from '../known-hashes.ts';
import type { ContentWarning, LinkedPage } from '../page.ts';
import { batchesOf, isKnownToExceed, limitOf, parsePages, spend, workersFor } from '../parse-pages.ts';
import type { ReadFile, SealedSource } from '../parse-sealed.ts';
import type { Task } from '../worker-tasks.ts';
import { holdWorker, maxMegabytes, runInWorker } from '../run-in-worker.ts';
import type { Above, FileText, FileTree } from '../sources/file-tree.ts';
import { createBudget, type CpuBudget } from './cpu-budget.ts';
import { findFailure, rememberFailure } from './failed-sources.ts';
import type {
  Asked,
  Failure,
  Findings,
  ListedFile,
  Listing,
  Outcome,
  Question,
  ReadingTask,
  SentTree,
  SiteRules,
  StepResult,
  Targets,
} from './reading-tasks.ts';

/** The docs of a source, listed in a process of their own, which goes on to read them. */
export type ListedDocs = {
  /** That of the source: a folder, an address. */
  name: string;
  framework: string;
  files: ListedFile[];
  warnings: ContentWarning[];
  guidance: Guidance;
  /** Parses the given files, in the order in which they finish. @param finisher as for `parsePages` */
  parse(files: ListedFile[], finisher?: URL): AsyncGenerator<ReadFile>;
  /** Checks the links of all pages; null when that takes too much. */
  examine(targets: Iterable<Targets>, pages: Iterable<LinkedPage>): Promise<Findings | null>;
  /** The lines of texts in their files; none when that takes too much. */
  findLines(found: { file: string; text: string }[]): Promise<(number | null)[]>;
};

/** Reads sources in a process of their own: none of their content is looked at in this one. */
export type Reading = {
  /**
   * Lists the docs of a source.
   * @param known hashes of an earlier run, so that unchanged files need not be read; brought up to date
   * @throws DocentError `not_found` when there are no docs, `invalid_request` when they take too much to list
   */
  list(tree: FileTree, options: SiteOptions, known: KnownHashes): Promise<ListedDocs>;
  /** The rules of a site, without its pages. @param aliased matches the beginnings of pages with old addresses */
  readRules(tree: FileTree, options: SiteOptions, aliased: RegExp): Promise<SiteRules>;
  /** What is read of the configuration above; null when it is not for these docs. */
  findAbove(tree: FileTree): Promise<[file: string, text: FileText][] | null>;
  /** The pages of a site's own build that belong to files. */
  matchBuild(tree: FileTree, build: Build): Promise<FileMatch[]>;
  /** Ends it, also in the midst of a step. */
  close(): void;
};

/** Milliseconds of CPU to list a source, to parse one page and all of them, and to check their links. */
const defaultLimits = { list: 30_000, page: 5_000, parse: 60_000, examine: 10_000 };

/** What is added for each file or page: many times what real ones take. */
const ofFile = 3;
const ofPage = 10;

type Source = { nth: number; tree: FileTree; sent: SentTree; options: SiteOptions; known: KnownHashes };

/** @param signal ends it, too: its steps reject with the reason */
export function openReading(signal?: AbortSignal, limits = defaultLimits): Reading {
  const sources: Source[] = [];
  let held: Held<Task, unknown> | undefined;
  let isBusy = false;
  let isOver = false;
  // Set once a step took too much: then what is hostile is kept apart from the rest.
  let isCareful = false;
  let pages = 0;
  let budget: CpuBudget | undefined;

  const close = (): void => {
    isOver = true;
    signal?.removeEventListener('abort', close);
    if (held === undefined) return;
    const process = held;
    held = undefined;
    if (isBusy || !process.isAlive()) return process.release();
    const forget: Task = { kind: 'reading', task: { step: 'forget' } };
    process.run(forget, limits.examine).then(process.release, process.release);
  };
  signal?.addEventListener('abort', close);

  /** Takes a step; what exceeds its limit leaves nothing of what was listed. */
  async function attempt<T extends ReadingTask>(
    task: T,
    limit: number,
    answer: (question: Question) => Promise<unknown>,
    finisher?: string,
  ): Promise<StepResult<T> | Excess> {
    signal?.throwIfAborted();
    if (isOver) throw new Error('the reading is over');
    if (held?.isAlive() === false) return lose('memory');
    const process = (held ??= await holdWorker());
    isBusy = true;
    const run = process.run(
      { kind: 'reading', task, finisher },
      limit,
      answer as (question: never) => Promise<unknown>,
    );
    const result = (await run.finally(() => (isBusy = false))) as Outcome | Excess;
    signal?.throwIfAborted();
    if ('excess' in result) return lose(result.excess);
    if ('failure' in result) throw errorOf(result.failure);
    return result.value as StepResult<T>;
  }

  function lose(excess: Excess['excess']): Excess {
    held?.release();
    held = undefined;
    return { excess };
  }

  /** Takes a step that needs no listing, once more with care if it takes too much. @throws DocentError */
  async function take<T extends ReadingTask & { isCareful: boolean }>(
    task: T,
    tree: FileTree,
    on: Port = {},
  ): Promise<StepResult<T>> {
    let at = '';
    const limit = limits.list + tree.files.length * ofFile;
    const answer = portOf(tree, { ...on, at: (file) => (at = file) });
    const result = await attempt({ ...task, isCareful }, limit, answer);
    if (!isExcess(result)) return result;
    if (isCareful) throw tooMuch(tree.name, result.excess, limit, at);
    await beCareful();
    on.again?.();
    return take(task, tree, on);
  }

  /** Lists anew what was listed, since its process is gone. */
  async function beCareful(): Promise<void> {
    isCareful = true;
    for (const source of sources) await listSource(source);
  }

  async function listSource({
    nth,
    tree,
    sent,
    options,
    known,
  }: Source): Promise<Listing & { files: ListedFile[] }> {
    const files: ListedFile[] = [];
    const task = { step: 'list', nth, tree: sent, options, known, isCareful } as const;
    const on = {
      listed: (some: ListedFile[]) => void files.push(...some),
      again: () => void files.splice(0),
    };
    return { ...(await take(task, tree, on)), files };
  }

  async function* parse(
    { nth, tree }: Source,
    files: ListedFile[],
    finisher?: URL,
  ): AsyncGenerator<ReadFile> {
    budget ??= createBudget(limits.parse + pages * ofPage);
    const ofAll = budget;
    const options = { finisher, signal, budget: ofAll, cpuLimit: limits.page };
    const answer = portOf(tree, {});
    const inTurn = createKeyedMutex();
    const left = new Set(files);
    let isWell = true;
    const step = <T extends ReadingTask>(task: T, limit: number): Promise<StepResult<T> | Excess> =>
      inTurn('', async () => {
        // What was listed is gone with the process.
        if (!isWell) return { excess: 'memory' };
        const result = await attempt(task, limit, answer, finisher?.href);
        isWell = !isExcess(result);
        if (!isWell && task.step === 'parse') ofAll.spend(limit);
        return result;
      });
    const parseBatch = (batch: ListedFile[]) =>
      step({ step: 'parse', nth, files: namesOf(batch) }, ofAll.limit(limitOf(batch, limits.page)));
    async function* here(batches: AsyncIterable<ListedFile[]>): AsyncGenerator<ReadFile> {
      for await (const [batch, result] of ahead(batches, parseBatch)) {
        if (isExcess(result)) return;
        for (const file of batch) left.delete(file);
        yield* spend(ofAll, result);
      }
    }
    async function* sealed(
      batches: AsyncIterable<ListedFile[]>,
      isLastTry: boolean,
    ): AsyncGenerator<SealedSource> {
      for await (const batch of batches) {
        const result = await step({ step: 'seal', nth, files: namesOf(batch) }, limits.list);
        if (isExcess(result) && isLastTry)
          throw tooMuch(tree.name, result.excess, limits.list, batch[0]!.file);
        if (isExcess(result)) return;
        for (const file of batch) left.delete(file);
        yield* result;
      }
    }
    if (!isCareful && !files.some(isKnownToExceed)) {
      // Where they were listed, pages need not be sent, and a few are parsed before another process has started.
      const workers = workersFor(files.length);
      const batches = batchesOf(files);
      yield* workers > 1
        ? merged(here(batches), parsePages(sealed(batches, false), workers - 1, options))
        : here(batches);
      if (!isWell) await beCareful();
      isWell = true;
    }
    if (left.size > 0) yield* parsePages(sealed(batchesOf([...left]), true), workersFor(left.size), options);
  }

  return {
    async list(tree, options, known) {
      const failed = await findFailure(tree, options);
      if (failed !== null) throw failed;
      const source = { nth: sources.length, tree, sent: await sendable(tree), options, known };
      const found = await listSource(source).catch(async (error: unknown) => {
        if (error instanceof TooMuch) await rememberFailure(tree, options, error);
        throw error;
      });
      sources.push(source);
      known.clear();
      for (const [file, hash] of found.known) known.set(file, hash);
      pages += found.files.length;
      const { framework, files, warnings, guidance } = found;
      return {
        name: tree.name,
        framework,
        files,
        warnings,
        guidance,
        parse: (some, finisher) => parse(source, some, finisher),
        async examine(targets, linked) {
          if (held?.isAlive() !== true) return null;
          const more = { targets: groupsOf(targets), pages: groupsOf(linked) };
          const limit = limits.examine + files.length * ofFile;
          const found = await attempt({ step: 'links', nth: source.nth }, limit, portOf(tree, { more }));
          return isExcess(found) ? null : found;
        },
        async findLines(texts) {
          if (held?.isAlive() !== true || texts.length === 0) return [];
          const task = { step: 'lines', nth: source.nth, found: texts } as const;
          const lines = await attempt(task, limits.examine, portOf(tree, {}));
          return isExcess(lines) ? [] : lines;
        },
      };
    },
    readRules: async (tree, options, aliased) =>
      take({ step: 'site', tree: await sendable(tree), options, isCareful, aliased }, tree),
    findAbove: async (tree) => take({ step: 'above', tree: await sendable(tree), isCareful }, tree),
    matchBuild: async (tree, build) =>
      take({ step: 'match', tree: await sendable(tree), build, isCareful }, tree),
    close,
  };
}

const namesOf = (files: ListedFile[]): string[] => files.map(({ file }) => file);

function isExcess(result: unknown): result is Excess {
  return typeof result === 'object' && result !== null && 'excess' in result;
}

async function sendable(tree: FileTree): Promise<SentTree> {
  const { name, files, warnings, site, root, versionOf } = tree;
  const versions =
    root !== undefined || versionOf === undefined
      ? null
      : await Promise.all(files.map((file) => versionOf(file)));
  return { name, files, warnings, site, root, versions, hasAbove: tree.above !== undefined };
}

/** What some steps ask or tell, besides files. */
type Port = {
  listed?: (files: ListedFile[]) => void;
  at?: (file: string) => void;
  more?: { [Of in keyof Asked]: Iterator<Asked[Of]> };
  /** Told that what it heard is to be forgotten. */
  again?: () => void;
};

/** Answers what a step asks of a tree. */
function portOf(tree: FileTree, { listed, at, more }: Port): (question: Question) => Promise<unknown> {
  let above: Above | null = null;
  return async (question) => {
    if ('read' in question) return tree.read(question.read);
    if ('readAbove' in question) return above!.read(question.readAbove);
    if ('task' in question) return runInWorker(question.task, question.cpuLimit);
    if ('listed' in question) return listed?.(question.listed);
    if ('at' in question) return at?.(question.at);
    if ('more' in question) return more?.[question.more].next().value ?? [];
    above = (await tree.above?.()) ?? null;
    return above && { folder: above.folder, files: above.files };
  };
}

/** Items of one message. */
const itemsAtATime = 500;

function* groupsOf<Item>(items: Iterable<Item>): Generator<Item[], undefined> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < itemsAtATime) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Makes each result while the caller works on the one before. */
async function* ahead<Item, Result>(
  items: AsyncIterable<Item>,
  make: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result]> {
  let before: [Item, Promise<Result>] | undefined;
  for await (const item of items) {
    const done = before && ([before[0], await before[1]] as [Item, Result]);
    const making = make(item);
    // Heard when it is its turn to be awaited.
    making.catch(() => undefined);
    before = [item, making];
    if (done !== undefined) yield done;
  }
  if (before !== undefined) yield [before[0], await before[1]];
}

/** The items of both, in the order in which they come. */
async function* merged<Item>(...all: AsyncGenerator<Item>[]): AsyncGenerator<Item> {
  const nextOf = (one: AsyncGenerator<Item>) => {
    const next = one.next().then((result) => ({ one, result }));
    // Heard when it is its turn.
    next.catch(() => undefined);
    return next;
  };
  const next = new Map(all.map((one) => [one, nextOf(one)]));
  while (next.size > 0) {
    const { one, result } = await Promise.race(next.values());
    if (result.done === true) next.delete(one);
    else {
      next.set(one, nextOf(one));
      yield result.value;
    }
  }
}

/** The docs take more than they may; they do so again until they change. */
class TooMuch extends DocentError {}

function tooMuch(name: string, excess: Excess['excess'], limit: number, at: string): TooMuch {
  const most =
    excess === 'time' ? `${Math.round(limit / 1000)} s of processor time` : `${maxMegabytes} MB of memory`;
  const where = at === '' ? 'at their configuration' : `at ${at}`;
  return new TooMuch(
    'invalid_request',
    `Reading ${name} takes more than ${most}; it was ${where}. Includes, templates or patterns there make much of little: simplify them, leave the file out, or name a smaller folder.`,
  );
}

function errorOf({ code, system, message, stack }: Failure): Error {
  if (code !== null) return new DocentError(code, message);
  return Object.assign(new Error(message), { stack, ...(system !== null && { code: system }) });
}
