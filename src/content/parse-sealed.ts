import { deserialize, serialize } from 'node:v8';
import { type FileFacts, factsOf } from './file-facts.ts';
import { parseFormat } from './parse-format.ts';
import { type ParsedFile, parsePage, parsePlainPage } from './parse-page.ts';
import type { PageSource } from './parse-tree.ts';

/** A page's source as bytes, so that a process can pass it on without reading it. */
export type SealedSource = Pick<PageSource, 'hash'> & { file: string; characters: number; bytes: Uint8Array };

/** A parsed file, with what is stored of it to examine the site, and the milliseconds of CPU that it took. */
export type ReadFile = ParsedFile & { facts: FileFacts; cpu: number };

export type ParsedPages = { files: ReadFile[] };

type Finisher = { finishFiles: (files: ParsedFile[]) => ParsedFile[] };

/** Modules that finish files, by their URLs. */
const finishers = new Map<string, Finisher>();

export async function loadFinisher(url: string | undefined): Promise<void> {
  if (url !== undefined && !finishers.has(url)) finishers.set(url, (await import(url)) as Finisher);
}

export function seal(source: PageSource): SealedSource {
  const { page, text, hash } = source;
  return { file: page.file, hash, characters: text.length, bytes: serialize(source) };
}

/** @param reason why they are read as plain text, if they are */
export async function parseSealed({
  sources,
  finisher,
  reason,
}: {
  sources: Uint8Array[];
  finisher?: string | undefined;
  reason?: string;
}): Promise<ParsedPages> {
  const opened = sources.map((bytes) => deserialize(bytes) as PageSource);
  return reason === undefined
    ? parseSources(opened, finisher)
    : finish(
        opened.map((source) => ({ source, parsed: parsePlainPage(source, reason, source.hash), cpu: 0 })),
        finisher,
      );
}

export async function parseSources(
  sources: PageSource[],
  finisher: string | undefined,
): Promise<ParsedPages> {
  const parsed: Parsed[] = [];
  for (const source of sources) {
    const { user, system } = process.cpuUsage();
    const file = await parseSource(source);
    const spent = process.cpuUsage();
    parsed.push({ source, parsed: file, cpu: (spent.user + spent.system - user - system) / 1000 });
  }
  return finish(parsed, finisher);
}

type Parsed = { source: PageSource; parsed: ParsedFile; cpu: number };

function finish(all: Parsed[], finisher: string | undefined): ParsedPages {
  const parsed = all.map((one) => one.parsed);
  const finished = finishers.get(finisher ?? '')?.finishFiles(parsed) ?? parsed;
  return {
    files: finished.map((file, nth) => {
      const { source, cpu } = all[nth]!;
      return { ...file, facts: factsOf(file, source.own === null), cpu };
    }),
  };
}

/** Other formats are parsed first; when that fails, the page is its plain text. */
async function parseSource(source: PageSource): Promise<ParsedFile> {
  try {
    return parsePage(source, await parseFormat(source));
  } catch (thrown) {
    return parsePlainPage(source, `It does not parse: ${(thrown as Error).message}`);
  }
}
