// npm run bench -- first-questions FOLDER [SET…] [--show]
// Questions that were written before their docs were opened, over docs that had no say in anything, asked without a language
// model. FOLDER has the docs of each set in bench/first-questions/ in a folder of its name. Prints each answer's outcome and
// length, by kind of question; `--show` the answers, to be read. `grade` in the files is what a reader said of them when they
// were first asked: right, partly, wrong, or refused although the docs have it; of `near` questions, which the docs do not
// answer, right is a refusal.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openAnswering } from './answers/answering.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { readSite } from './retrieval/sets.ts';
import { answerSteps } from '../src/assistant/answer-steps.ts';
import { plainQuestion } from '../src/assistant/question.ts';
import { newRecord } from '../src/assistant/record-turn.ts';
import { openIndex, type SearchIndex } from '../src/retrieval/open-index.ts';

type Asked = { kind: string; question: string; after?: string; grade?: string };

const args = process.argv.slice(2);
const isShown = args.includes('--show');
const [folder, ...names] = args.filter((arg) => !arg.startsWith('--'));
if (folder === undefined) throw new Error('Name the folder that holds the docs.');

const { deps, scopeOf } = await openAnswering(folder);
const rows: { kind: string; grade: string | undefined; isRefused: boolean; length: number }[] = [];
for (const file of globSync(join(import.meta.dirname, 'first-questions/*.jsonl')).sort()) {
  const name = basename(file, '.jsonl');
  if (names.length > 0 && !names.includes(name)) continue;
  if (!existsSync(join(folder, name))) {
    console.log(`${name} left out: ${folder} does not hold it`);
    continue;
  }
  const { pages, guidance } = await readSite(join(folder, name));
  const index = openIndex(await buildOurs(name, pages, guidance), { embedderFor: () => embedder });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  for (const { kind, question, after, grade } of lines.map((line) => JSON.parse(line) as Asked)) {
    const before = after === undefined ? [] : [after, (await ask(index, [after])).answer];
    const { answer, reason, sources } = await ask(index, [...before, question]);
    const isRefused = reason === 'not_in_docs' || reason === 'closest';
    const length = answer.replaceAll(/\]\([^()\s]*\)/g, ']').length;
    rows.push({ kind, grade, isRefused, length });
    const cited = sources.map(({ url }) => url).join(' ');
    console.log(`${name} ${kind} ${isRefused ? 'refused' : 'answered'} ${length} | ${question} | ${cited}`);
    if (isShown) console.log(`${answer}\n`);
  }
  index.close();
}
await embedder.close();
await deps.store.close();

console.log('\nkind        asked  right  partly  wrong  refused  refused now  median length');
const kinds = [...new Set(rows.map(({ kind }) => kind))];
for (const kind of [...kinds, 'all but near']) {
  const own = rows.filter((row) => (kind === 'all but near' ? row.kind !== 'near' : row.kind === kind));
  const graded = ['right', 'partly', 'wrong', 'refused'].map(
    (one) => own.filter(({ grade }) => grade === one).length,
  );
  const lengths = own.flatMap(({ isRefused, length }) => (isRefused ? [] : [length])).sort((a, b) => a - b);
  const cells = [
    own.length,
    ...graded,
    own.filter(({ isRefused }) => isRefused).length,
    lengths[lengths.length >> 1] ?? 0,
  ];
  console.log(`${kind.padEnd(12)}${cells.map((cell) => String(cell).padStart(7)).join('')}`);
}

/** Answers the last of a conversation's messages, which are the reader's and the assistant's in turn. */
async function ask(index: SearchIndex, texts: readonly string[]) {
  const scope = scopeOf(index);
  const messages = texts.map((text, nth) => ({
    role: nth % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text,
    attachments: [],
  }));
  const record = newRecord('', texts.at(-1)!, deps.models[0]);
  const question = { ...plainQuestion(scope.protocol, texts.at(-1)!), messages };
  await answerSteps(deps, scope, question, record, new AbortController().signal);
  return record;
}
