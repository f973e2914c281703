// npm run bench -- answers DATA [SET…] [--words] [--show]
// Natural questions over real docs, answered without a model: how many answers hold the facts that they must, with the
// right page cited first. The questions are in bench/answers/, DATA holds `beds/`.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { answer } from '../src/assistant/answer.ts';
import { createExtractiveModel } from '../src/models/extractive.ts';
import { openIndex, type SearchIndex } from '../src/retrieval/open-index.ts';
import { gradeAnswer, type Grade } from '../src/retrieval/eval/grade-answer.ts';
import { questionTerms } from '../src/retrieval/question-terms.ts';
import { ensureProject } from '../src/accounts/ensure-project.ts';
import { openStore } from '../src/store/open-store.ts';
import { createLog } from '../src/lib/log.ts';
import { buildOurs, buildWords, embedder, keptIndex } from './retrieval/build.ts';
import { readBed } from './retrieval/sets.ts';

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const [data, ...names] = args.filter((arg) => !arg.startsWith('--'));
if (data === undefined) throw new Error('Name the folder that holds beds/.');

type Question = { question: string; page: string[]; expect: string[]; answerable?: boolean };
const store = await openStore({ url: 'sqlite::memory:' });
const { organization, project } = await ensureProject(store, { folder: data });
const deps = {
  store,
  models: [createExtractiveModel(questionTerms)],
  log: createLog('error'),
  config: { answers: { maskBeforeModel: false, prices: {}, firstTokenMs: 1000, creditsPerMonth: null } },
};
const total: Record<Grade, number> = { right: 0, partly: 0, wrong: 0, refused: 0 };
const files = globSync('*.jsonl', { cwd: join(import.meta.dirname, 'answers') }).sort();
console.log('set          right  partly  wrong  refused');
for (const file of files) {
  const set = basename(file, '.jsonl');
  if (names.length > 0 && !names.includes(set)) continue;
  const kept = keptIndex(set, flags.has('--words'));
  const build = async () => (flags.has('--words') ? buildWords : buildOurs)(set, await readBed(data, set));
  const path = flags.has('--keep') && existsSync(kept) ? kept : await build();
  const index = openIndex(path, { embedderFor: () => (flags.has('--words') ? undefined : embedder) });
  const grades: Record<Grade, number> = { right: 0, partly: 0, wrong: 0, refused: 0 };
  const lines = readFileSync(join(import.meta.dirname, 'answers', file), 'utf8')
    .trim()
    .split('\n');
  for (const question of lines.map((line) => JSON.parse(line) as Question)) {
    const given = await ask(index, question.question);
    const paths = new Set(question.page.flatMap((label) => index.page(label)?.path ?? []));
    const grade = gradeAnswer(given, question, paths);
    grades[grade] += 1;
    total[grade] += 1;
    if (flags.has('--show') || (flags.has('--misses') && grade !== 'right'))
      console.log(
        `\n######## ${grade.toUpperCase()} | ${question.question}\n# expects ${question.expect.join(' ; ')} on ${question.page.slice(0, 3).join(', ')}; cited ${given.cited.join(', ')}\n${flags.has('--brief') ? '' : given.text}`,
      );
  }
  show(set, grades);
  index.close();
}
show('all', total);
await embedder.close();
await store.close();

async function ask(index: SearchIndex, text: string) {
  const scope = {
    organization,
    project,
    index,
    deployment: { id: 'bench', commit: null },
    protocol: 'bench',
    requestId: 'bench',
  };
  const message = { role: 'user' as const, text, attachments: [] };
  const asked = {
    fp: 'bench',
    threadId: null,
    threadKey: null,
    messages: [message],
    retrievalPageSize: 5,
    filter: { language: undefined },
    context: [],
    currentPath: null,
  };
  const { events } = await answer(deps, scope, asked, new AbortController().signal);
  const given = { text: '', cited: [] as string[], refused: false };
  for await (const event of events) {
    if (event.type === 'text') given.text += event.delta;
    if (event.type === 'source') given.cited.push(index.page(event.url)?.path ?? event.url);
  }
  given.refused =
    given.text.startsWith('The docs do not seem to answer this. The nearest') ||
    given.text === 'The docs do not seem to answer this.';
  return given;
}

function show(name: string, grades: Record<Grade, number>): void {
  const all = Object.values(grades).reduce((sum, count) => sum + count, 0);
  const share = ((100 * grades.right) / Math.max(1, all)).toFixed(0);
  console.log(
    `${name.padEnd(12)} ${String(grades.right).padStart(5)} ${String(grades.partly).padStart(7)} ${String(grades.wrong).padStart(6)} ${String(grades.refused).padStart(8)}   ${share} % right`,
  );
}
