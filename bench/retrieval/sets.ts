import { type Guidance, noGuidance } from '../../src/content/guidance.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../../src/content/page.ts';
import { parsePage } from '../../src/content/parse-page.ts';
import { listDocs, parseDocs } from '../../src/content/read-docs.ts';
import { openFolder } from '../../src/content/sources/folder.ts';

/** Docs with real questions; each question has the pages that answer it. */
export type QuestionSet = {
  name: string;
  pages: Page[];
  questions: { text: string; expected: Set<string> }[];
};

/** Every labelled set in the folder, the smallest first. */
export async function readSets(data: string): Promise<QuestionSet[]> {
  return [await readRedux(data), ...['aws', 'tidb', 'ray'].map((name) => readLabelled(data, name))];
}

export const readRay = (data: string) => readLabelled(data, 'ray');

/** Pages as JSON lines (`corpus.jsonl`), questions, and labels that are paths of pages. */
function readLabelled(data: string, name: string): QuestionSet {
  const folder = join(data, name);
  const pages = readLines(join(folder, 'corpus.jsonl')).flatMap(({ path, text }) => parseText(path!, text!));
  return { name, pages, questions: readQuestions(folder) };
}

/**
 * Redux: the questions of its FAQ, answered by the pages that the FAQ links to. The FAQ itself is left out, for it has
 * each question word for word. Labels are source files.
 */
export async function readRedux(data: string): Promise<QuestionSet> {
  const pages = await readBed(data, 'redux');
  const withoutFaq = pages.filter(({ file }) => !/(^|\/)faq(\/|\.md)/i.test(file));
  const asked = withoutFaq.map((page) => ({ ...page, path: page.file }));
  return { name: 'redux', pages: asked, questions: readQuestions(join(data, 'redux-questions')) };
}

/** The pages of one of the docs folders. */
export const readBed = (data: string, name: string) => readFolder(join(data, 'beds', name));

export async function readFolder(path: string): Promise<Page[]> {
  return (await readSite(path)).pages;
}

/** The pages of a folder, and what a deployment knows of all of them. */
export async function readSite(path: string): Promise<{ pages: Page[]; guidance: Guidance }> {
  const docs = await listDocs(await openFolder(path));
  const pages = (await Array.fromAsync(parseDocs(docs))).flatMap((parsed) => parsed.pages);
  return { pages, guidance: { ...noGuidance, ...(docs.product !== null && { product: docs.product }) } };
}

type Line = Record<string, string | undefined>;

function readLines(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function readQuestions(folder: string): QuestionSet['questions'] {
  const expected = Map.groupBy(readLines(join(folder, 'qrels.jsonl')), ({ qid }) => qid);
  return readLines(join(folder, 'queries.jsonl')).map(({ id, text }) => {
    return { text: text!, expected: new Set(expected.get(id)?.map(({ docid }) => docid!)) };
  });
}

function parseText(path: string, text: string): Page[] {
  const { pages } = parsePage({
    framework: 'plain',
    page: {
      file: `${path}.md`,
      path,
      isIndex: false,
      language: null,
      version: null,
      title: null,
      hidden: false,
      dialects: ['markdown'],
    },
    addresses: { base: '', ending: '', folderEnding: '' },
    text,
    hash: createHash('sha256').update(path).update(text).digest('hex'),
  });
  return pages;
}
