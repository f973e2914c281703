// Whether questions to a folder of documents find the right document, heading and page: with the first section of the first
// result, and with any section of the first five, which an answer is made of. `bench fetch-documents` makes the folder of the questions of ours.
// Usage: npm run bench -- documents FOLDER [QUESTIONS.json] [--words]
// QUESTIONS.json: [{"question", "file", "heading"}], where `heading` is a pattern. The page is right when the heading stands on it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openFiles } from '../src/content/sources/files/files.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { buildOurs, buildWords, embedder } from './retrieval/build.ts';

type Question = { question: string; file: string; heading: string };

const isByWords = process.argv.includes('--words');
const [folder = '', list = join(import.meta.dirname, 'documents/questions.json')] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'));
const kept = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const began = performance.now();
const tree = await openFiles({ path: folder, folder: join(kept, 'kept') });
for (const { file, message } of tree.warnings) console.log(`${file}: ${message}`);
const docs = await listDocs(tree, { baseUrl: 'https://example.com' });
const pages = [];
for await (const parsed of parseDocs(docs)) pages.push(...parsed.pages);
const name = `documents-${basename(folder)}`;
console.log(`${pages.length} pages in ${((performance.now() - began) / 1000).toFixed(1)} s`);
const file = await (isByWords ? buildWords : buildOurs)(name, pages);

const index = openIndex(file, { embedderFor: () => (isByWords ? undefined : embedder) });
const { getDocumentProxy } = await import('unpdf');
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Whether the words of a heading stand on a page of a PDF. */
async function standsOn(name: string, page: number, heading: string): Promise<boolean> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(join(folder, name))), { verbosity: 0 });
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return letters(items.map((item) => ('str' in item ? item.str : '')).join(' ')).includes(letters(heading));
}

type Right = { document: boolean; heading: boolean; page: boolean };

const none = () => ({ document: 0, heading: 0, page: 0 });
const counts = { first: none(), five: none() };
const questions = JSON.parse(await readFile(list, 'utf8')) as Question[];
for (const { question, file: wanted, heading } of questions) {
  const { hits } = await index.search({ text: question, limit: 5 });
  const found: Right[] = [];
  for (const [path, section] of hits.flatMap(({ path, sections }) =>
    sections.map((one) => [path, one] as const),
  )) {
    const isDocument = path === wanted || path.startsWith(`${wanted}/`);
    const isHeading = isDocument && new RegExp(heading, 'i').test(section.headingPath.join(' '));
    const page = Number(/^page=(\d+)$/.exec(section.anchor ?? '')?.[1]);
    const isPage = isHeading && page > 0 && (await standsOn(wanted, page, section.heading));
    found.push({ document: isDocument, heading: isHeading, page: isPage });
  }
  for (const part of ['document', 'heading', 'page'] as const) {
    counts.first[part] += Number(found[0]?.[part] === true);
    counts.five[part] += Number(found.some((one) => one[part]));
  }
  const [hit] = hits;
  const nth = found.findIndex((one) => one.page) + 1;
  console.log(
    `${nth || '-'}  ${question}  ${hit?.url}#${hit?.sections[0].anchor} ${hit?.sections[0].heading}`,
  );
}
for (const [among, { document, heading, page }] of Object.entries(counts))
  console.log(`${among}, of ${questions.length}: document ${document}, heading ${heading}, page ${page}`);
index.close();
await embedder.close();
await rm(kept, { recursive: true });
process.exit(0);
