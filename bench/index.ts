// npm run bench -- index FOLDER [COPIES]: the index over a labelled set (corpus.jsonl, queries.jsonl), and over COPIES of it.
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '../src/content/page.ts';
import { listDocs, parseDocs } from '../src/content/read-docs.ts';
import { openFolder } from '../src/content/sources/folder.ts';
import { buildIndex } from '../src/retrieval/build-index.ts';
import { openIndex } from '../src/retrieval/open-index.ts';

const [set = '', most = '20'] = process.argv.slice(2);
const corpus = await readLines<{ path: string; text: string }>('corpus.jsonl');
const queries = await readLines<{ text: string }>('queries.jsonl');
const work = await mkdtemp(join(tmpdir(), 'docent-bench-'));
try {
  const rows = [];
  for (const copies of [1, Number(most)]) rows.push(await measure(copies));
  console.table(Object.fromEntries(rows.map((row) => [`${row.pages} pages`, row])));
} finally {
  await rm(work, { recursive: true, force: true });
}

async function measure(copies: number) {
  const folder = join(work, `docs-${copies}`);
  for (let copy = 0; copy < copies; copy++) {
    for (const { path, text } of corpus) {
      const file = join(folder, `copy-${copy}`, `${path}.md`);
      await mkdir(dirname(file), { recursive: true });
      // Copies differ, so that none is taken for a duplicate of another.
      await writeFile(file, `${text}\n\nCopy ${copy} of ${path}.\n`);
    }
  }
  const parsed = await timed(() => parse(folder));
  const file = join(work, `index-${copies}.sqlite`);
  const built = await timed(() => buildIndex(file, parsed.result));
  await appendFile(join(folder, 'copy-0', `${corpus[0]!.path}.md`), '\nOne more line.\n');
  const changed = { ...parsed.result[0]!, hash: 'changed' };
  const updated = await timed(() =>
    buildIndex(join(work, 'updated.sqlite'), [changed, ...parsed.result.slice(1)], { previous: file }),
  );
  const before = process.memoryUsage.rss();
  const opened = await timed(async () => openIndex(file));
  const index = opened.result;
  for (const { text } of queries.slice(0, 20)) await index.search({ text, limit: 10 });
  const times = [];
  for (const { text } of queries) times.push((await timed(() => index.search({ text, limit: 10 }))).ms);
  times.sort((a, b) => a - b);
  const { sections } = built.result;
  index.close();
  return {
    pages: parsed.result.length,
    sections,
    'pages parsed/s': Math.round((parsed.result.length / parsed.ms) * 1000),
    'sections built/s': Math.round((sections / built.ms) * 1000),
    'file MB': round(built.result.bytes / 1e6),
    'one-page update ms': round(updated.ms),
    'open ms': round(opened.ms),
    'resident MB for open + search': round((process.memoryUsage.rss() - before) / 1e6),
    'search p50 ms': round(times[Math.floor(times.length * 0.5)]!),
    'search p95 ms': round(times[Math.floor(times.length * 0.95)]!),
  };
}

async function parse(folder: string): Promise<Page[]> {
  const pages = [];
  for await (const parsed of parseDocs(await listDocs(await openFolder(folder)))) pages.push(...parsed.pages);
  return pages;
}

async function readLines<Row>(name: string): Promise<Row[]> {
  const text = await readFile(join(set, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
