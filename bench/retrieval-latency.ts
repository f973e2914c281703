// npm run bench -- retrieval-latency DATA [TIMES…] [ours]
// Search, build, update, memory and the event loop, on `ray/` and on TIMES (default 20) copies of it, each with words of
// its own so that they are not duplicates. The other engines get the same sections; those that take minutes are left out.
// Our index is built and searched in processes of their own; the memory of the second is that of a server's search: model,
// index and all. What a run measures is kept in `bench/retrieval/growth.json` and drawn to `docs/images/`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildIndex } from '../src/retrieval/build-index.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { createVectorScan } from '../src/retrieval/vectors/vector-scan.ts';
import type { Engine } from './engines/engine.ts';
import { buildOurs, embedder, sectionsOf } from './retrieval/build.ts';
import { loadEngines } from './retrieval/engines.ts';
import { type BuildFigures, drawGrowth, type Growth, megabytes, seconds } from './retrieval/growth.ts';
import { readRay } from './retrieval/sets.ts';

type SearchFigures = Pick<Growth, 'megabytes' | 'hybrid' | 'words' | 'recall'>;

const [data, ...rest] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that holds ray/.');
const isMeasuring = process.send !== undefined;
const { pages, questions } = isMeasuring ? { pages: [], questions: [] } : readRay(data);
const texts: string[] = isMeasuring ? JSON.parse(rest[1]!) : questions.slice(0, 200).map(({ text }) => text);
const measured: Growth[] = [];
if (isMeasuring) process.send!(await measureOurs(rest[0]!));
else await measureAll();
await embedder.close();

async function measureAll(): Promise<void> {
  const single = await buildOurs('ray', pages);
  const times = rest.map(Number).filter((count) => count > 0);
  for (const copies of times.length > 0 ? times : [1, 20]) {
    const file = join(tmpdir(), 'docent-bench', `ray-${copies}.index`);
    const built = await inChild<BuildFigures>('retrieval/copies.ts', single, file, String(copies));
    console.log(
      `\n${built.sections} sections, built in ${built.buildSeconds.toFixed(1)} s of processor with ${built.buildMegabytes} MB, file ${built.fileMegabytes} MB`,
    );
    const found = await inChild<SearchFigures>('retrieval-latency.ts', file, JSON.stringify(texts));
    measured.push({ ...built, ...found });
    keep();
    if (copies === 1) await measureUpdate(single);
    if (!rest.includes('ours')) await measureOthers(file, copies);
  }
}

/** What a script sends when it is started with DATA and these arguments. */
async function inChild<Figures>(script: string, ...words: string[]): Promise<Figures> {
  const child = fork(join(import.meta.dirname, script), [data!, ...words]);
  let figures: Figures | undefined;
  child.once('message', (sent) => (figures = sent as Figures));
  const [code] = await once(child, 'exit');
  if (figures === undefined) throw new Error(`${script} ended with ${code}`);
  return figures;
}

/** Writes what this run measured so far, nothing of earlier ones: speeds of other hours would look like growth. */
function keep(): void {
  writeFileSync(new URL('retrieval/growth.json', import.meta.url), `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(new URL('../docs/images/search-growth.svg', import.meta.url), drawGrowth(measured));
}

async function measureOurs(file: string): Promise<SearchFigures> {
  await embedder.ready();
  const start = performance.now();
  const index = openIndex(file, { embedderFor: () => embedder });
  const opened = performance.now() - start;
  const first = process.cpuUsage();
  await index.search({ text: texts[0]!, limit: 10 });
  console.log(`opens in ${opened.toFixed(1)} ms; first search ${seconds(first).toFixed(2)} s of processor`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const hybrid = show('Docent', await timed((text) => index.search({ text, limit: 10 })));
  delay.disable();
  const { rss } = process.memoryUsage();
  index.close();
  const lexicalOnly = openIndex(file);
  const words = show('Docent by words', await timed((text) => lexicalOnly.search({ text, limit: 10 })));
  show('embed a question', await timed((text) => embedder.embedQuery(text)));
  lexicalOnly.close();
  const recall = await recallOf(file);
  console.log(
    `longest pause of the event loop ${(delay.max / 1e6).toFixed(1)} ms, resident ${megabytes(rss)} MB, recall@10 ${recall.toFixed(4)}`,
  );
  return { megabytes: megabytes(rss), hybrid, words, recall };
}

/** The share of the ten most similar sections that a search finds, against a comparison with all. */
async function recallOf(file: string): Promise<number> {
  const database = new DatabaseSync(file, { readOnly: true });
  const { count, size } = database
    .prepare('SELECT max(section_id) + 1 AS count, max(length(components)) AS size FROM vectors')
    .get() as { count: number; size: number };
  const [exact, ours] = [createVectorScan(count, size, Infinity), createVectorScan(count, size)];
  for (const row of database.prepare('SELECT * FROM vectors').iterate()) {
    const { section_id, scale, components } = row as {
      section_id: number;
      scale: number;
      components: Uint8Array;
    };
    for (const scan of [exact, ours]) scan.set(section_id, scale, components);
  }
  database.close();
  let found = 0;
  for (const text of texts) {
    const query = await embedder.embedQuery(text);
    const cosines = exact.similarities(query);
    const tenth = cosines.toSorted().at(-10)!;
    const estimated = ours.similarities(query);
    const shown = estimated.toSorted().at(-10)!;
    for (let i = 1; i < count; i++) if (estimated[i]! >= shown && cosines[i]! >= tenth) found++;
  }
  return Math.min(1, found / (10 * texts.length));
}

/** One page of all edited. */
async function measureUpdate(file: string): Promise<void> {
  const [first, ...rest] = pages;
  const sections = first!.sections.map((section) => ({ ...section, text: `${section.text} Edited.` }));
  const edited = [{ ...first!, hash: 'edited', sections }, ...rest];
  const next = `${file}.next`;
  const update = await time(() => buildIndex(next, edited, { previous: file }));
  const anew = await time(() => buildIndex(next, edited));
  console.log(
    `update of 1 page in ${pages.length}: ${update.toFixed(0)} ms; built anew: ${anew.toFixed(0)} ms`,
  );
}

async function measureOthers(file: string, copies: number): Promise<void> {
  const sections = sectionsOf(file);
  const vectors = new Map<string, Float32Array>();
  for (const text of texts) vectors.set(text, await embedder.embedQuery(text));
  for (const make of await loadEngines()) {
    const engine: Engine = make();
    // At 20 times it takes minutes to build, or gigabytes, or does not end.
    if (copies > 1 && /Orama|FlexSearch|MiniSearch/.test(engine.name)) {
      await engine.close();
      continue;
    }
    const built = await time(() => engine.build(sections));
    show(
      engine.name,
      await timed((text) => engine.search(text, vectors.get(text)!, 60)),
      `built in ${(built / 1000).toFixed(1)} s`,
    );
    await engine.close();
  }
}

/** Milliseconds of each search, shortest first: of the clock, and of processor in all threads. */
type Taken = { clock: number[]; cpu: number[] };

async function timed(search: (text: string) => Promise<unknown>): Promise<Taken> {
  for (const text of texts.slice(0, 20)) await search(text);
  const taken: Taken = { clock: [], cpu: [] };
  for (const text of texts) {
    const before = process.cpuUsage();
    taken.clock.push(await time(() => search(text)));
    const { user, system } = process.cpuUsage(before);
    taken.cpu.push((user + system) / 1000);
  }
  for (const times of Object.values(taken)) times.sort((a, b) => a - b);
  return taken;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function show(name: string, { clock, cpu }: Taken, more = ''): Growth['hybrid'] {
  const at = (times: number[], share: number) => Number(times[Math.floor(share * times.length)]!.toFixed(1));
  const spread = (times: number[]) => ({ p50: at(times, 0.5), p95: at(times, 0.95) });
  const said = ({ p50, p95 }: { p50: number; p95: number }) => `p50 ${p50} ms   p95 ${p95} ms`;
  console.log(`${name.padEnd(18)} ${said(spread(clock))}   processor ${said(spread(cpu))}   ${more}`);
  return { clock: spread(clock), processor: spread(cpu) };
}
