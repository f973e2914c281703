// npm run bench -- retrieval-latency DATA [TIMES] [ours]
// Search, build, update, memory and the event loop, on `ray/` and on TIMES (default 20) copies of it, each with words of
// its own so that they are not duplicates. The other engines get the same sections; those that take minutes are left out.
// Our search is measured in a process of its own, whose memory is that of a server's search: model, index and all.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '../src/content/page.ts';
import { buildIndex } from '../src/retrieval/build-index.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import type { Engine } from './engines/engine.ts';
import { buildOurs, embedder, sectionsOf } from './retrieval/build.ts';
import { loadEngines } from './retrieval/engines.ts';
import { readRay } from './retrieval/sets.ts';

const [data, times = '20', only] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that holds ray/.');
const isMeasuring = process.send !== undefined;
const { pages, questions } = isMeasuring ? { pages: [], questions: [] } : readRay(data);
const texts: string[] = isMeasuring
  ? JSON.parse(process.argv[5]!)
  : questions.slice(0, 200).map(({ text }) => text);
if (isMeasuring) await measureOurs(process.argv[4]!);
else await measureAll();
await embedder.close();

async function measureAll(): Promise<void> {
  const single = await buildOurs('ray', pages);
  for (const copies of [1, Number(times)]) {
    const file = copies === 1 ? single : await multiply(single, pages, copies);
    await once(fork(import.meta.filename, [data!, times, file, JSON.stringify(texts)]), 'exit');
    if (copies === 1) await measureUpdate(file);
    if (only !== 'ours') await measureOthers(file, copies);
  }
}

async function measureOurs(file: string): Promise<void> {
  await embedder.ready();
  const start = performance.now();
  const index = openIndex(file, { embedderFor: () => embedder });
  const opened = performance.now() - start;
  console.log(
    `\n${index.info.sections} sections, ${megabytes(statSync(file).size)} MB, opens in ${opened.toFixed(1)} ms`,
  );
  await index.search({ text: texts[0]!, limit: 10 });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  show('Docent', await timed((text) => index.search({ text, limit: 10 })));
  delay.disable();
  const { rss } = process.memoryUsage();
  index.close();
  const lexicalOnly = openIndex(file);
  show('Docent by words', await timed((text) => lexicalOnly.search({ text, limit: 10 })));
  show('embed a question', await timed((text) => embedder.embedQuery(text)));
  console.log(
    `longest pause of the event loop ${(delay.max / 1e6).toFixed(1)} ms, resident ${megabytes(rss)} MB`,
  );
  lexicalOnly.close();
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

/** An index of several copies of the pages, whose vectors are taken over: to embed them is not what is measured. */
async function multiply(file: string, pages: Page[], copies: number): Promise<string> {
  const folder = join(tmpdir(), 'docent-bench');
  mkdirSync(folder, { recursive: true });
  const many = join(folder, `ray-${copies}.index`);
  const start = performance.now();
  await buildIndex(many, copiesOf(pages, copies));
  const database = new DatabaseSync(many);
  database.exec(`ATTACH '${file}' AS one`);
  database.exec(`
    INSERT INTO vectors (section_id, scale, components) SELECT sections.id, scale, components FROM sections JOIN pages ON pages.id = sections.page_id
      JOIN one.pages AS same ON same.path = substr(pages.path, instr(pages.path, '/') + 1)
      JOIN one.sections AS twin ON twin.page_id = same.id
        AND twin.id - (SELECT min(id) FROM one.sections WHERE page_id = same.id) =
            sections.id - (SELECT min(id) FROM sections AS mine WHERE mine.page_id = sections.page_id)
      JOIN one.vectors ON section_id = twin.id;
    INSERT OR REPLACE INTO meta SELECT * FROM one.meta WHERE key = 'embedding_model';
  `);
  database.close();
  console.error(`${copies} copies built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return many;
}

function* copiesOf(pages: Page[], copies: number): Generator<Page> {
  for (let copy = 0; copy < copies; copy++) {
    for (const page of pages) {
      const sections = page.sections.map((section, i) => ({
        ...section,
        text: `${section.text} copy${copy}x${i}`,
      }));
      yield { ...page, path: `${copy}/${page.path}`, hash: `${copy}${page.hash}`, sections };
    }
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

function show(name: string, { clock, cpu }: Taken, more = ''): void {
  const at = (times: number[], share: number) =>
    times[Math.floor(share * times.length)]!.toFixed(1).padStart(7);
  const spread = (times: number[]) => `p50 ${at(times, 0.5)} ms   p95 ${at(times, 0.95)} ms`;
  console.log(`${name.padEnd(18)} ${spread(clock)}   processor ${spread(cpu)}   ${more}`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
