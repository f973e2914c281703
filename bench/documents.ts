// Whether questions to a folder of documents find the right document, heading and page. By words alone.
// Usage: npm run bench -- documents FOLDER QUESTIONS.json
// QUESTIONS.json: [{"question", "file", "heading"}], where `heading` is a pattern. The page is right when the heading stands on it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFiles } from '../src/content/sources/files/files.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { buildIndex } from '../src/retrieval/build-index.ts';
import { openIndex } from '../src/retrieval/open-index.ts';

type Question = { question: string; file: string; heading: string };

const [folder = '', list = ''] = process.argv.slice(2);
const kept = await mkdtemp(join(tmpdir(), 'docent-bench-'));
const began = performance.now();
const tree = await openFiles({ path: folder, folder: join(kept, 'kept') });
for (const { file, message } of tree.warnings) console.log(`${file}: ${message}`);
const docs = await listDocs(tree, { baseUrl: 'https://example.com' });
const pages = [];
for await (const parsed of parseDocs(docs)) pages.push(...parsed.pages);
const file = join(kept, 'index.sqlite');
const { sections } = await buildIndex(file, pages);
const seconds = (performance.now() - began) / 1000;
console.log(`${pages.length} pages, ${sections} sections in ${seconds.toFixed(1)} s`);

const index = openIndex(file);
const { getDocumentProxy } = await import('unpdf');
const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Whether the words of a heading stand on a page of a PDF. */
async function standsOn(name: string, page: number, heading: string): Promise<boolean> {
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(join(folder, name))), { verbosity: 0 });
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return letters(items.map((item) => ('str' in item ? item.str : '')).join(' ')).includes(letters(heading));
}

const right = { document: 0, heading: 0, page: 0 };
const questions = JSON.parse(await readFile(list, 'utf8')) as Question[];
for (const { question, file: wanted, heading } of questions) {
  const { hits } = await index.search({ text: question, limit: 3 });
  const [hit] = hits;
  const section = hit?.sections[0];
  const isDocument = hit?.path.startsWith(wanted) === true;
  const isHeading = isDocument && new RegExp(heading, 'i').test(section!.headingPath.join(' '));
  const page = Number(/^page=(\d+)$/.exec(section?.anchor ?? '')?.[1]);
  const isPage = isHeading && (await standsOn(wanted, page, section!.heading));
  right.document += Number(isDocument);
  right.heading += Number(isHeading);
  right.page += Number(isPage);
  const found = `${hit?.url}#${section?.anchor} ${section?.heading}`;
  console.log(
    `${isPage ? 'right' : isHeading ? 'page? ' : isDocument ? 'other heading' : 'other document'}  ${question}  ${found}`,
  );
}
console.log(
  `of ${questions.length}: document ${right.document}, heading ${right.heading}, page ${right.page}`,
);
index.close();
await rm(kept, { recursive: true });
process.exit(0);
