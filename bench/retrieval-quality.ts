// npm run bench -- retrieval-quality DATA
// Real questions, asked of Docent and of other engines, which get the same sections and the same vectors.
// DATA holds `ray/`, `aws/`, `tidb/` and `redux-questions/` with `beds/redux/`. Needs `npm ci --prefix bench/engines`.
import { measure, type Metrics } from '../src/retrieval/eval/evaluate.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { buildOurs, embedder, sectionsOf } from './retrieval/build.ts';
import { loadEngines } from './retrieval/engines.ts';
import { type QuestionSet, readSets } from './retrieval/sets.ts';

/** Sections that an engine is asked for, to fill ten pages. */
const sections = 60;

const data = process.argv[2];
if (data === undefined)
  throw new Error('Name the folder that holds ray/, aws/, tidb/, redux-questions/ and beds/.');
const engines = await loadEngines();

for (const set of await readSets(data)) {
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
  const given = sectionsOf(file);
  const pathOf = new Map(given.map(({ id, path }) => [id, path]));
  for (const make of engines) {
    const engine = make();
    await engine.build(given);
    const pages = async (text: string) => {
      const vector = await embedder.embedQuery(text);
      const found = await engine.search(text, vector, sections);
      return [...new Set(found.map((id) => pathOf.get(id)!))].slice(0, 10);
    };
    show(engine.name, await ask(set, pages));
    await engine.close();
  }
}
await embedder.close();

async function ask(set: QuestionSet, search: (text: string) => Promise<string[]>): Promise<Metrics[]> {
  const metrics: Metrics[] = [];
  for (const { text, expected } of set.questions) {
    const found = await search(text);
    metrics.push(
      measure(
        found.map((path) => expected.has(path)),
        expected.size,
      ),
    );
  }
  return metrics;
}

function show(name: string, metrics: Metrics[]): void {
  const mean = (metric: keyof Metrics) => metrics.reduce((sum, one) => sum + one[metric], 0) / metrics.length;
  const columns = [mean('ndcg10'), mean('recall5'), mean('recall10'), mean('mrr10')];
  console.log(`${name.padEnd(18)} ${columns.map((value) => value.toFixed(3).padStart(7)).join('   ')}`);
}
