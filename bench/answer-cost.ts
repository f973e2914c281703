// npm run bench -- answer-cost DATA [SET]
// What an answer without a model costs the main thread: search by words, evidence, excerpts, checks, suggestions. The
// questions are those of bench/answers/; the parts that are the search and the suggestions alone stand beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAnswering } from './answers/answering.ts';
import { createRetrieved } from '../src/assistant/retrieved.ts';
import { suggestFollowUps } from '../src/assistant/suggest-follow-ups.ts';
import { tryAnswer } from '../src/assistant/try-answer.ts';
import { readQuestions } from '../src/retrieval/eval/labelled-question.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { buildWords, embedder } from './retrieval/build.ts';
import { readBed } from './retrieval/sets.ts';

const [data, set = 'uv'] = process.argv.slice(2);
if (data === undefined) throw new Error('Name the folder that holds beds/.');
const rounds = 20;

const index = openIndex(await buildWords(set, await readBed(data, set)));
const file = join(import.meta.dirname, 'answers', `${set}.jsonl`);
const questions = readQuestions(readFileSync(file, 'utf8')).map(({ question }) => question);
const { deps, scopeOf } = await openAnswering(data);
const scope = scopeOf(index);
const { signal } = new AbortController();

const answers = await cost((text) => tryAnswer(deps, scope, text, signal));
const searches = await cost((text) => index.search({ text, limit: 10 }));
const found = new Map<string, ReturnType<ReturnType<typeof createRetrieved>['add']>>();
for (const text of questions)
  found.set(text, createRetrieved(index.versions).add((await index.search({ text, limit: 10 })).hits));
const suggestions = await cost(async (text) => {
  const sections = found.get(text)!;
  suggestFollowUps(index, sections.slice(0, 2), sections);
});
console.log(`${set}: ${index.info.sections} sections, ${questions.length} questions, ${rounds} rounds`);
console.log(`an answer        ${answers.toFixed(2)} ms of the main thread's CPU`);
console.log(`its search alone ${searches.toFixed(2)} ms`);
console.log(`its suggestions  ${suggestions.toFixed(2)} ms`);
index.close();
await deps.store.close();
await embedder.close();

/** Milliseconds of this thread's CPU for each question, after a first round that warms up. */
async function cost(run: (question: string) => Promise<unknown>): Promise<number> {
  for (const question of questions) await run(question);
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) for (const question of questions) await run(question);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / (rounds * questions.length);
}
