// npm run bench -- scoreboard DATA --against URL|MODEL… [--sets uv,vite] [--limit N]
// The questions of bench/answers, put to anybody and graded alike. DATA holds `beds/`.
//   URL     …/chat/completions#MODEL, …/responses#MODEL, …/mcp, or what streams to AI SDK 5; `{set}` in it is the set's
//           name. Without that it answers about one set, which --sets names.
//   MODEL   as in DOCENT_MODEL, with its key in the environment: Docent with it, and the model alone.
// SCOREBOARD_KEYS has keys of addresses: `ask.example.com=KEY,api.example.com=KEY`. Cited: answers that link a page of
// the docs. Seconds: the median of whole answers. Cost: by list prices; an address does not say its own.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type EvalQuestion, readQuestions } from '../../src/retrieval/eval/labelled-question.ts';
import { saysWhatIsRight } from '../../src/retrieval/eval/evaluate-answers.ts';
import { openIndex, type SearchIndex } from '../../src/retrieval/open-index.ts';
import { openAnswering } from '../answers/answering.ts';
import { describeReading } from '../answers/reading.ts';
import { answerSets } from '../answers/sets.ts';
import { buildOurs, embedder } from '../retrieval/build.ts';
import { readFolder } from '../retrieval/sets.ts';
import { openEndpoint } from './endpoints.ts';
import { alone, docentWith, openModel } from './models.ts';
import { type Asked, header, notRun, rowOf, score } from './score.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', multiple: true, default: ['extractive'] },
    sets: { type: 'string' },
    limit: { type: 'string' },
  },
});
const [data] = positionals;
if (data === undefined) throw new Error('Name the folder that holds beds/.');
const wanted = options.sets?.split(',');
const limit = options.limit === undefined ? undefined : Number(options.limit);
const keys = new Map(
  (process.env['SCOREBOARD_KEYS'] ?? '').split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  }),
);
const isAddress = (target: string) => /^https?:/.test(target);
const sets = answerSets(data).filter(
  ({ name, docs }) => (wanted?.includes(name) ?? true) && existsSync(docs),
);
if (sets.length === 0) throw new Error(`${data}/beds has none of the sets.`);
const vague = options.against.find((target) => isAddress(target) && !target.includes('{set}'));
if (vague !== undefined && sets.length > 1)
  throw new Error(`${vague} answers about one set: name it with --sets, or put {set} into the address.`);

const answering = await openAnswering(data);
for (const { name, docs, file } of sets) {
  const index = openIndex(await buildOurs(name, await readFolder(docs)), { embedderFor: () => embedder });
  const questions = readQuestions(readFileSync(file, 'utf8')).filter(saysWhatIsRight).slice(0, limit);
  console.log(`\n${name}, ${questions.length} questions\n${header}`);
  for (const target of options.against) {
    if (isAddress(target))
      await askAddress(target.replaceAll('{set}', encodeURIComponent(name)), index, questions);
    else await askWith(target, name, index, questions);
  }
  index.close();
}
await embedder.close();
await answering.deps.store.close();

async function askAddress(address: string, index: SearchIndex, questions: EvalQuestion[]): Promise<void> {
  const { host } = new URL(address);
  const endpoint = openEndpoint(address, keys.get(host));
  await show(address, index, questions, async (question) => ({
    ...(await endpoint.ask(question)),
    costMicros: null,
  }));
  await endpoint.close();
}

async function askWith(
  target: string,
  set: string,
  index: SearchIndex,
  questions: EvalQuestion[],
): Promise<void> {
  const model = await openModel(target).catch((error: unknown) => notRun(error));
  if (typeof model === 'string') return console.log(rowOf(target, model));
  await show(`Docent with ${target}`, index, questions, docentWith(model, index, answering));
  if (model.provider !== 'docent') await show(`${target} alone`, index, questions, alone(model, set));
}

async function show(name: string, index: SearchIndex, questions: EvalQuestion[], ask: Asked): Promise<void> {
  const result = await score(index, questions, ask).catch((error: unknown) => notRun(error));
  console.log(rowOf(name, result));
  if (typeof result !== 'string') console.log(`${''.padEnd(44)}   ${describeReading(result.reading)}`);
}
