// npm run bench -- retrieval-quality DATA [--minutes N] [--sets ray,tidb]
// Real questions, asked of Docent and of other engines, which get the same sections and the same vectors.
// DATA holds `ray/`, `aws/`, `tidb/` and `redux-questions/` with `beds/redux/`. Needs `npm install --prefix bench/engines`.
// Indexes and vectors are kept for the next run. An engine that takes more than N minutes for a set (10) is left out.
import { parseArgs } from 'node:util';
import { measure, type Metrics } from '../src/retrieval/eval/evaluate.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { askEngine } from './retrieval/ask-engine.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { loadEngines } from './retrieval/engines.ts';
import { type QuestionSet, readSets } from './retrieval/sets.ts';

/** Sections that an engine is asked for, to fill ten pages. */
const sections = 60;

const options = { minutes: { type: 'string', default: '10' }, sets: { type: 'string' } } as const;
const args = parseArgs({ allowPositionals: true, options });
const [data] = args.positionals;
const minutes = Number(args.values.minutes);
const wanted = args.values.sets?.split(',');
if (data === undefined)
  throw new Error('Name the folder that holds ray/, aws/, tidb/, redux-questions/ and beds/.');
const engines = await loadEngines();

for (const set of await readSets(data)) {
  if (wanted?.includes(set.name) === false) continue;
  console.log(`\n${set.name}: ${set.pages.length} pages, ${set.questions.length} questions`);
  console.log(`${''.padEnd(18)} nDCG@10  recall@5  recall@10  MRR@10`);
  const file = await buildOurs(set.name, set.pages);
  for (const [name, embedderFor] of [
    ['Docent', () => embedder],
    ['Docent by words', () => undefined],
  ] as const) {
    const index = openIndex(file, { embedderFor });
    show(
      name,
      await ask(set, async (text) => (await index.search({ text, limit: 10 })).hits.map(({ path }) => path)),
    );
    index.close();
  }
  const questions = [];
  for (const { text } of set.questions) questions.push({ text, vector: await embedder.embedQuery(text) });
  for (const [engine, make] of engines.entries()) {
    const { name } = make();
    const result = await askEngine({ engine, file, questions, limit: sections }, minutes);
    if (result === null) console.log(`${name.padEnd(18)} not done after ${minutes} minutes`);
    else show(name, measured(set, result.pages));
  }
}
await embedder.close();

async function ask(set: QuestionSet, search: (text: string) => Promise<string[]>): Promise<Metrics[]> {
  const found: string[][] = [];
  for (const { text } of set.questions) found.push(await search(text));
  return measured(set, found);
}

/** @param found the pages that each question found, best first */
function measured({ questions }: QuestionSet, found: readonly string[][]): Metrics[] {
  return questions.map(({ expected }, i) =>
    measure(
      found[i]!.slice(0, 10).map((path) => expected.has(path)),
      expected.size,
    ),
  );
}

function show(name: string, metrics: Metrics[]): void {
  const mean = (metric: keyof Metrics) => metrics.reduce((sum, one) => sum + one[metric], 0) / metrics.length;
  const columns = [mean('ndcg10'), mean('recall5'), mean('recall10'), mean('mrr10')];
  console.log(`${name.padEnd(18)} ${columns.map((value) => value.toFixed(3).padStart(7)).join('   ')}`);
}
