// npm run bench -- answerability DATA [--fit]
// How well Docent tells questions that the docs answer from those that they do not: the questions of each set asked
// of their own docs, and as many about products next to its own (`answerability/near.ts`). The four labelled sets made
// the weights, the natural and unseen ones had a say in the thresholds, the fresh ones (`answerability/fresh.ts`) hardly any. `--fit` makes the weights anew
// and judges each set by those of the others.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQuestions } from '../src/retrieval/eval/labelled-question.ts';
import { detectLanguage } from '../src/retrieval/lexical/detect-language.ts';
import { openIndex } from '../src/retrieval/open-index.ts';
import { answerSets } from './answers/sets.ts';
import { fitConfidence } from './answerability/fit.ts';
import { freshSets } from './answerability/fresh.ts';
import { headingsOf } from './answerability/headings.ts';
import { otherLanguages } from './answerability/languages.ts';
import { nearQuestions } from './answerability/near.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { type QuestionSet, readBed, readFolder, readSets } from './retrieval/sets.ts';

const data = process.argv[2];
if (data === undefined)
  throw new Error('Name the folder that holds ray/, aws/, tidb/, redux-questions/ and beds/.');

const labelled = await readSets(data);
const [natural, unseen, fresh] = await Promise.all([readNatural(false), readNatural(true), readFresh()]);
if (process.argv.includes('--fit')) await fitConfidence([...labelled, ...natural]);
else {
  for (const lexicalOnly of [true, false]) {
    console.log(`\n${lexicalOnly ? 'by words alone' : 'by words and meaning'}: refused of those that`);
    console.log(`${''.padEnd(14)} the docs hold   are near them   precision   recall`);
    for (const [kind, sets] of Object.entries({ fitted: labelled, natural, unseen, fresh })) {
      const shares: Shares[] = [];
      for (const set of sets) {
        const held = set.questions.map(({ text }) => text);
        const refused = await ask(await buildOurs(set.name, set.pages), lexicalOnly, {
          held,
          near: nearQuestions[set.name] ?? freshSets[set.name]!.near,
        });
        shares.push(refused);
        show(set.name, refused);
      }
      show(`mean, ${kind}`, mean(shares));
    }
  }
  console.log('\ntitles and headings of the docs themselves, by words alone');
  for (const { name, pages } of [...labelled, ...natural]) {
    const file = await buildOurs(name, pages);
    const headings = headingsOf(file);
    const { held } = await ask(file, true, { held: headings, near: [] });
    console.log(`${name.padEnd(14)} refused ${Math.round(held * headings.length)} of ${headings.length}`);
  }
  console.log('\nin other languages, by words alone');
  for (const { set, language, ...asked } of otherLanguages) {
    const file = await buildOurs(set, await readBed(data, set));
    show(language, await ask(file, true, asked));
  }
}
await embedder.close();

type Shares = { held: number; near: number };

/** The shares that are refused; each question is asked in its own language, as an answer's search is. */
async function ask(
  file: string,
  lexicalOnly: boolean,
  asked: { held: readonly string[]; near: readonly string[] },
): Promise<Shares> {
  const index = openIndex(file, { embedderFor: () => embedder });
  const refused = async (questions: readonly string[]) => {
    let count = 0;
    for (const text of questions) {
      const language = detectLanguage(text, index.languages) ?? undefined;
      const { answerable } = await index.search({ text, limit: 5, lexicalOnly, filter: { language } });
      if (!answerable) count++;
    }
    return count / Math.max(1, questions.length);
  };
  const shares = { held: await refused(asked.held), near: await refused(asked.near) };
  index.close();
  return shares;
}

/** The sets of `bench/answers/` that have questions near them, and whose docs are there. */
function readNatural(isUnseen: boolean): Promise<QuestionSet[]> {
  const sets = answerSets(data!).filter((set) => set.isUnseen === isUnseen && set.name !== 'redux');
  const here = sets.filter(({ name, docs }) => nearQuestions[name] !== undefined && existsSync(docs));
  return Promise.all(
    here.map(async ({ name, file, docs }) => {
      const questions = readQuestions(readFileSync(file, 'utf8')).map(({ question, expected }) => ({
        text: question,
        expected: new Set(expected),
      }));
      return { name, pages: await readFolder(docs), questions };
    }),
  );
}

function readFresh(): Promise<QuestionSet[]> {
  const docsOf = (name: string) => join(data!, 'beds', name);
  const here = Object.entries(freshSets).filter(([name]) => existsSync(docsOf(name)));
  return Promise.all(
    here.map(async ([name, { held }]) => {
      const questions = held.map((text) => ({ text, expected: new Set<string>() }));
      return { name, pages: await readFolder(docsOf(name)), questions };
    }),
  );
}

function mean(shares: readonly Shares[]): Shares {
  const of = (kind: keyof Shares) => shares.reduce((sum, share) => sum + share[kind], 0) / shares.length;
  return { held: of('held'), near: of('near') };
}

/** Precision and recall of "the docs do not hold this", as many questions on either side. */
function show(name: string, { held, near }: Shares): void {
  const precision = near / Math.max(1e-9, near + held);
  const columns = [held, near, precision, near].map((value) => value.toFixed(3).padStart(11));
  console.log(`${name.padEnd(14)} ${columns.join('  ')}`);
}
