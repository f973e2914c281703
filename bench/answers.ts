// npm run bench -- answers DATA [SET…] [--words] [--mixed] [--misses] [--show] [--translated]
// Natural questions over real docs, answered without a model: how many answers hold the facts that they must, with the
// right page cited first; whether a reader sees the facts at once, how long answers are, and which refuse in words. The questions are in bench/answers/, DATA holds `beds/`.
// --translated: questions in other languages over English docs, and such that these do not answer.
// `--mixed` adds an answered discussion for each section of the docs, which says the same: what that loses.
import { existsSync, readFileSync } from 'node:fs';
import { openAnswering } from './answers/answering.ts';
import { describeReading, readingOf } from './answers/reading.ts';
import { withDiscussions } from './answers/with-discussions.ts';
import { answerSets } from './answers/sets.ts';
import { tryAnswer } from '../src/assistant/try-answer.ts';
import { openIndex, type SearchIndex } from '../src/retrieval/open-index.ts';
import { type AnswerOutcome, evaluateAnswers } from '../src/retrieval/eval/evaluate-answers.ts';
import type { Grade } from '../src/retrieval/eval/grade-answer.ts';
import { readQuestions } from '../src/retrieval/eval/labelled-question.ts';
import { buildOurs, buildWords, embedder } from './retrieval/build.ts';
import { readSite } from './retrieval/sets.ts';

const args = process.argv.slice(2);
const flags = new Set(args.filter((arg) => arg.startsWith('--')));
const [data, ...names] = args.filter((arg) => !arg.startsWith('--'));
if (data === undefined) throw new Error('Name the folder that holds beds/.');

const { deps, scopeOf } = await openAnswering(data);
const none: Record<Grade, number> = { right: 0, partly: 0, wrong: 0, refused: 0 };
const totals = { chosen: { ...none }, unseen: { ...none } };
const all: AnswerOutcome[] = [];
console.log('set          right  partly  wrong  refused');
const isTranslated = flags.has('--translated');
for (const { name, file, docs, isUnseen } of answerSets(data, isTranslated ? 'translated' : undefined)) {
  if (names.length > 0 && !names.includes(name)) continue;
  if (!existsSync(docs)) {
    console.log(`${name.padEnd(12)} left out: there is no ${docs}`);
    continue;
  }
  const { pages: own, guidance } = await readSite(docs);
  const isMixed = flags.has('--mixed');
  const pages = isMixed ? withDiscussions(own) : own;
  const build = flags.has('--words') ? buildWords : buildOurs;
  const path = await build(isMixed ? `${name}-mixed` : name, pages, guidance);
  const index = openIndex(path, { embedderFor: () => (flags.has('--words') ? undefined : embedder) });
  const questions = readQuestions(readFileSync(file, 'utf8'));
  const gone = questions
    .flatMap(({ expected }) => expected)
    .filter((label) => !index.page(label.split('#')[0]!));
  if (gone.length > 0) throw new Error(`${name} has no page ${gone.join(', ')}`);
  const { grades, outcomes } = await evaluateAnswers(index, questions, (text) => ask(index, text));
  all.push(...outcomes);
  const total = isUnseen ? totals.unseen : totals.chosen;
  for (const grade of Object.keys(total) as Grade[]) total[grade] += grades[grade];
  for (const { grade, question, missing, cited, text } of outcomes) {
    if (!flags.has('--show') && (!flags.has('--misses') || grade === 'right')) continue;
    console.log(
      `\n######## ${grade.toUpperCase()} | ${question}\n# lacks ${missing.join('; ')}, cites ${cited.join(', ')}`,
    );
    if (flags.has('--show')) console.log(text);
  }
  show(name, grades);
  index.close();
}
show(isTranslated ? 'translated' : 'chosen on', totals.chosen);
if (!isTranslated) show('never seen', totals.unseen);
console.log(describeReading(readingOf(all)));
await embedder.close();
await deps.store.close();

function ask(index: SearchIndex, text: string) {
  return tryAnswer(deps, scopeOf(index), text, new AbortController().signal);
}

function show(name: string, grades: Record<Grade, number>): void {
  const all = Object.values(grades).reduce((sum, count) => sum + count, 0);
  const share = ((100 * grades.right) / Math.max(1, all)).toFixed(0);
  console.log(
    `${name.padEnd(12)} ${String(grades.right).padStart(5)} ${String(grades.partly).padStart(7)} ${String(grades.wrong).padStart(6)} ${String(grades.refused).padStart(8)}   ${share} % right`,
  );
}
