import { parentPort, workerData } from 'node:worker_threads';
import { sectionsOf } from './build.ts';
import { loadEngines } from './engines.ts';

/** Which engine is asked what, over the sections of which of our index files. */
export type EngineTask = {
  engine: number;
  file: string;
  questions: { text: string; vector: Float32Array }[];
  /** Most sections that a question may find. */
  limit: number;
};

/** The paths of the pages that each question found, best first. */
export type EngineResult = { pages: string[][] };

const { engine, file, questions, limit } = workerData as EngineTask;
const given = sectionsOf(file);
const pathOf = new Map(given.map(({ id, path }) => [id, path]));
const asked = (await loadEngines())[engine]!();
await asked.build(given);
const pages: string[][] = [];
for (const { text, vector } of questions) {
  const found = await asked.search(text, vector, limit);
  pages.push([...new Set(found.map((id) => pathOf.get(id)!))]);
}
await asked.close();
const result: EngineResult = { pages };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
parentPort!.postMessage(result);
