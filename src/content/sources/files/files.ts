import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DocentError } from '../../../errors.ts';
import { holdWorker } from '../../run-in-worker.ts';
import type { ContentWarning, Origin } from '../../page.ts';
import type { FileTree } from '../file-tree.ts';
import { openFolder } from '../folder.ts';
import { hashText } from '../hash-files.ts';
import { type KeptPage, keptTree } from '../kept-tree.ts';
import { labelledDate } from '../labelled-date.ts';
import { openPageStore, type PageStore } from '../site/page-store.ts';
import type { FilePart } from './file-part.ts';
import { documentEnd, documentLabel } from './document-kinds.ts';
import type { DocumentNews } from './read-document.ts';

type FilesSource = {
  /** The folder with the documents. */
  path: string;
  /** The folder with what was read of them. */
  folder: string;
};

/** A part of a document as it was read; without a file when nothing could be read of it. */
type Kept = {
  document: string;
  version: string;
  file: string | null;
  links: null;
  title: string;
  dialect: FilePart['dialect'];
  /** When the document was as it is. */
  at: number;
  /** What is to be said of the document. */
  notes: string[];
};

/** Bytes of a document, milliseconds of CPU for one, and characters of its text. */
type FileLimits = { bytes: number; cpu: number; text: number };
const usualLimits: FileLimits = { bytes: 100 * 1024 * 1024, cpu: 60_000, text: 20_000_000 };

/** Raise this when the same document gives other pages. */
const version = 2;

/**
 * Reads the documents of a folder: PDF, DOCX, PPTX, HTML, CSV, notebooks and text. Those that did not change are not
 * read again, and one that takes too much is read as far as that goes.
 * @throws DocentError
 */
export async function openFiles(
  { path, folder }: FilesSource,
  onProgress: (done: number, total: number) => void = () => {},
  signal?: AbortSignal,
  limits = usualLimits,
): Promise<FileTree> {
  const listed = await openFolder(path);
  const names = listed.files.filter((file) => documentEnd(file) !== null);
  if (names.length === 0)
    throw new DocentError(
      'not_found',
      `${path} has no documents. Name a folder with PDF, DOCX, PPTX, HTML, CSV, IPYNB or TXT files.`,
    );
  const store = await openPageStore<Kept>(folder);
  const before = Map.groupBy(store.pages, ([, { document }]) => document);
  const pages = new Map<string, Kept>();
  for (const [at, name] of names.entries()) {
    signal?.throwIfAborted();
    const file = join(listed.root!, name);
    const { size, mtime } = await stat(file);
    const known = before.get(name) ?? [];
    const now = await versionOf(file, size, limits);
    const read =
      known.length > 0 && known[0]![1].version === now
        ? known
        : await readInto(store, { file, name, now, size, at: mtime.getTime() }, limits);
    for (const [part, kept] of read) pages.set(part, kept);
    onProgress(at + 1, names.length);
  }
  await store.save(pages);
  const warnings: ContentWarning[] = [...listed.warnings];
  for (const { document, notes } of pages.values())
    for (const message of notes) warnings.push({ file: document, message });
  const shown = new Map<string, KeptPage>();
  for (const [part, { document, file, title, dialect, at }] of pages) {
    if (file === null) continue;
    const url = `/${document.split('/').map(encodeURIComponent).join('/')}`;
    const label = labelledDate(documentLabel(document), new Date(at));
    const anchors = dialect === 'html' ? 'ids' : 'none';
    const origin: Origin = { kind: 'file', label, weight: 1 };
    shown.set(part, { title, file, url, anchors, dialects: [dialect], origin });
  }
  return keptTree(path, '', store, shown, warnings);
}

/** The content decides, as copies and checkouts have other times. */
async function versionOf(file: string, size: number, { bytes }: FileLimits): Promise<string> {
  return `${version}:${size > bytes ? size : hashText((await readFile(file)).toString('latin1'))}`;
}

type Document = { file: string; name: string; now: string; size: number; at: number };

async function readInto(
  store: PageStore<Kept>,
  { file, name, now, size, at }: Document,
  limits: FileLimits,
): Promise<[string, Kept][]> {
  const notes: string[] = [];
  const ofAll = { document: name, version: now, links: null, at };
  const read: [string, Kept][] = [];
  const keep = async ({ path, title, text, dialect }: FilePart): Promise<void> => {
    const kept = await store.keep(text);
    read.push([path, { ...ofAll, file: kept, title, dialect, notes: [] }]);
  };
  if (size > limits.bytes) notes.push(`It is larger than ${limits.bytes / 1024 / 1024} MB; it was left out.`);
  else await readParts({ file, name }, { keep, note: (text) => notes.push(text) }, limits);
  if (read.length === 0) {
    if (notes.length === 0)
      notes.push('It has no text; if it is made of pictures, have it recognised first.');
    read.push([name, { ...ofAll, file: null, title: '', dialect: 'html', notes }]);
  } else read[0]![1].notes = notes;
  return read;
}

/** Reads a document in a process of its own, which may take no more than it should. */
async function readParts(
  { file, name }: Pick<Document, 'file' | 'name'>,
  { keep, note }: { keep: (part: FilePart) => Promise<void>; note: (text: string) => void },
  limits: FileLimits,
): Promise<void> {
  const held = await holdWorker();
  let left = limits.text;
  const answer = async (news: DocumentNews): Promise<null> => {
    if ('note' in news) note(news.note);
    else {
      left -= news.part.text.length;
      if (left < 0) throw new TooLong();
      await keep(news.part);
    }
    return null;
  };
  try {
    const task = { kind: 'document', source: { path: file, name } } as const;
    const result = (await held.run(task, limits.cpu, answer)) as
      | { fault: string | null }
      | { excess: string };
    if ('excess' in result)
      note(
        `It takes more ${result.excess === 'time' ? 'time' : 'memory'} than a document may; it was read as far as that went.`,
      );
    else if (result.fault !== null) note(`It cannot be read: ${result.fault}`);
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    note('Its text is longer than that of a document may be; the rest was left out.');
  } finally {
    held.release();
  }
}

class TooLong extends Error {}
