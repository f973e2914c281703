import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../../errors.ts';
import type { HtmlSource } from '../sources/site/reduce-html.ts';
import { runInWorker } from '../run-in-worker.ts';
import { openFolder } from '../sources/folder.ts';
import { type Build, type GeneratorMap, mapFiles, maxMapBytes, noHost } from '../site/build.ts';
import type { ReadPage } from './read-built-page.ts';
import { spellAddresses } from './spell-addresses.ts';

/** Pages and characters of a build. */
export const usualLimits = { pages: 200_000, characters: 4 * 1024 ** 3 };

/** Pages and characters that a worker gets at a time. */
const atOnce = { pages: 16, characters: 2_000_000 };

/** Milliseconds of CPU: real pages of 10 MB take a tenth of it. */
const cpuLimit = 10_000;

/** Pages whose links are counted to see how the site writes its addresses: their menus are the same. */
const maxVoters = 500;

/** Pages of the folders that were read last, by file and version: a build stays while its sources are edited. */
const known = new Map<string, Map<string, ReadPage | null>>();
const maxFolders = 3;
const maxKept = 20_000;

/** Reads the HTML in a folder. Links that leave the folder are skipped, as in a folder of docs. */
export async function openBuiltFolder(
  folder: string,
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<Build> {
  const tree = await openFolder(folder);
  const files = tree.files.filter((file) => /\.x?html?$/i.test(file));
  if (files.length > limits.pages) throw tooMuch(folder, `${limits.pages} pages`);
  const warnings = [...tree.warnings];
  const before = known.get(folder) ?? new Map<string, ReadPage | null>();
  const now: typeof before = new Map();
  const read: (ReadPage | null)[] = [];
  const every = Math.ceil(files.length / maxVoters);
  let characters = 0;
  let batch: HtmlFile[] = [];
  let waiting = 0;
  const flush = async (): Promise<void> => {
    for (const { version, isVoter, page } of await readBatch(batch, warnings)) {
      const kept = page === null || isVoter ? page : { ...page, links: [] };
      if (version !== '') now.set(version, kept);
      read.push(kept);
    }
    batch = [];
    waiting = 0;
  };
  for (const [nth, file] of files.entries()) {
    signal?.throwIfAborted();
    const stamp = (await tree.versionOf?.(file)) ?? null;
    const version = stamp === null ? '' : `${file}\0${stamp}`;
    const same = before.get(version);
    if (same !== undefined) {
      now.set(version, same);
      read.push(same);
      continue;
    }
    const { text, warning } = await tree.read(file);
    if (text === null) warnings.push({ file, message: `It ${warning}.` });
    if (text === null) continue;
    characters += text.length;
    waiting += text.length;
    if (characters > limits.characters) throw tooMuch(folder, `${limits.characters} characters of HTML`);
    const url = new URL(file.split('/').map(encodeURIComponent).join('/'), `http://${noHost}/`).href;
    batch.push({ file, html: text, url, version, isVoter: nth % every === 0 });
    if (batch.length >= atOnce.pages || waiting >= atOnce.characters) await flush();
  }
  await flush();
  known.delete(folder);
  if (now.size <= maxKept) known.set(folder, now);
  if (known.size > maxFolders) known.delete(known.keys().next().value!);
  const maps = await readMaps((file) => mapIn(folder, file, tree.files));
  const isWhole = warnings.every(({ file }) => !/\.x?html?$/i.test(file));
  return {
    name: folder,
    ...spellAddresses(read.filter((page) => page !== null)),
    ...maps,
    isWhole,
    warnings,
  };
}

function tooMuch(folder: string, limit: string): DocentError {
  return new DocentError(
    'invalid_request',
    `${folder} has more than ${limit}. Name the build of these docs alone.`,
  );
}

type HtmlFile = HtmlSource & { file: string; version: string; isVoter: boolean };

/** Above the limit of CPU, pages are read one by one, and those that take too much are left out. */
async function readBatch(
  batch: HtmlFile[],
  warnings: Build['warnings'],
): Promise<(HtmlFile & { page: ReadPage | null })[]> {
  const [first, ...others] = batch;
  if (first === undefined) return [];
  const sent = batch.map(({ html, url }) => ({ html, url }));
  const result = await runInWorker({ kind: 'built', pages: sent }, cpuLimit);
  const skip = ({ file }: HtmlFile, reason: string): [] => {
    warnings.push({ file, message: `Its HTML ${reason}; it was skipped.` });
    return [];
  };
  if (!('excess' in result))
    return batch.flatMap((one, at) => {
      const page = result.pages[at] ?? null;
      return page === 'too deep' ? skip(one, 'is nested too deep') : [{ ...one, page }];
    });
  if (others.length === 0) return skip(first, `takes too much ${result.excess} to read`);
  const alone = await Array.fromAsync(batch, (one) => readBatch([one], warnings));
  return alone.flat();
}

async function mapIn(folder: string, file: string, files: readonly string[]): Promise<Uint8Array | null> {
  // Listed files lie in the folder.
  if (!files.includes(file)) return null;
  const path = join(folder, file);
  const size = await stat(path)
    .then((found) => found.size)
    .catch(() => Infinity);
  return size > maxMapBytes ? null : readFile(path).catch(() => null);
}

/** What the generator wrote down of its pages. @param bytesOf those of a file; null when there is none, or it is too large */
export async function readMaps(bytesOf: (file: string) => Promise<Uint8Array | null>): Promise<GeneratorMap> {
  const all: GeneratorMap = { documents: [], listed: [] };
  for (const file of mapFiles) {
    const source = await bytesOf(file);
    if (source === null) continue;
    const result = await runInWorker({ kind: 'built-map', source: { file, source } }, cpuLimit);
    if ('excess' in result) continue;
    all.documents.push(...result.documents);
    all.listed.push(...result.listed);
  }
  return all;
}
