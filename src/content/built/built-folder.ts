import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../../errors.ts';
import type { HtmlSource } from '../sources/site/reduce-html.ts';
import { runInWorker } from '../run-in-worker.ts';
import { openFolder } from '../sources/folder.ts';
import type { Build } from './build.ts';
import { noHost, type ReadPage } from './read-built-page.ts';
import { type GeneratorMap, mapFiles, maxMapBytes } from './read-map.ts';
import { spellAddresses } from './spell-addresses.ts';

/** Pages and characters of a build. */
export const usualLimits = { pages: 200_000, characters: 4 * 1024 ** 3 };

/** Pages and characters that a worker gets at a time. */
const atOnce = { pages: 16, characters: 2_000_000 };

/** Milliseconds of CPU: real pages of 10 MB take a tenth of it. */
const cpuLimit = 10_000;

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
  const read: ReadPage[] = [];
  let characters = 0;
  let batch: (HtmlSource & { file: string })[] = [];
  let waiting = 0;
  const flush = async (): Promise<void> => {
    read.push(...(await readBatch(batch, warnings)));
    batch = [];
    waiting = 0;
  };
  for (const file of files) {
    signal?.throwIfAborted();
    const { text, warning } = await tree.read(file);
    if (text === null) warnings.push({ file, message: `It ${warning}.` });
    if (text === null) continue;
    characters += text.length;
    waiting += text.length;
    if (characters > limits.characters) throw tooMuch(folder, `${limits.characters} characters of HTML`);
    batch.push({ file, html: text, url: new URL(encodePath(file), `http://${noHost}/`).href });
    if (batch.length >= atOnce.pages || waiting >= atOnce.characters) await flush();
  }
  await flush();
  const maps = await readMaps(folder, tree.files);
  const isWhole = warnings.every(({ file }) => !/\.x?html?$/i.test(file));
  return { name: folder, ...spellAddresses(read), ...maps, isWhole, warnings };
}

function encodePath(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

function tooMuch(folder: string, limit: string): DocentError {
  return new DocentError(
    'invalid_request',
    `${folder} has more than ${limit}. Name the build of these docs alone.`,
  );
}

/** Above the limit of CPU, pages are read one by one, and those that take too much are left out. */
async function readBatch(
  batch: (HtmlSource & { file: string })[],
  warnings: Build['warnings'],
): Promise<ReadPage[]> {
  const [first, ...others] = batch;
  if (first === undefined) return [];
  const result = await runInWorker(
    { kind: 'built', pages: batch.map(({ html, url }) => ({ html, url })) },
    cpuLimit,
  );
  if (!('excess' in result)) {
    for (const [at, page] of result.pages.entries())
      if (page === 'too deep')
        warnings.push({ file: batch[at]!.file, message: 'Its HTML is nested too deep; it was skipped.' });
    return result.pages.filter((page) => page !== null && page !== 'too deep');
  }
  if (others.length === 0) {
    warnings.push({
      file: first.file,
      message: `Its HTML takes too much ${result.excess} to read; it was skipped.`,
    });
    return [];
  }
  const alone = await Array.fromAsync(batch, (one) => readBatch([one], warnings));
  return alone.flat();
}

async function readMaps(folder: string, files: readonly string[]): Promise<GeneratorMap> {
  const all: GeneratorMap = { documents: [], listed: [] };
  for (const file of mapFiles) {
    // Listed files lie in the folder.
    if (!files.includes(file)) continue;
    const path = join(folder, file);
    const size = await stat(path)
      .then((known) => known.size)
      .catch(() => Infinity);
    const source = size > maxMapBytes ? null : await readFile(path).catch(() => null);
    const result =
      source === null ? null : await runInWorker({ kind: 'built-map', source: { file, source } }, cpuLimit);
    if (result === null || 'excess' in result) continue;
    all.documents.push(...result.documents);
    all.listed.push(...result.listed);
  }
  return all;
}
