// npm run bench -- answerability DATA
// How well Docent tells questions that the docs answer from those that they do not: the questions of each set asked
// of their own docs; those of the other sets; and questions about products next to its own (`answerability/near.ts`).
import { openIndex } from '../src/retrieval/open-index.ts';
import type { Outcome } from '../src/retrieval/search.ts';
import { nearQuestions } from './answerability/near.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { readSets } from './retrieval/sets.ts';

const data = process.argv[2];
if (data === undefined)
  throw new Error('Name the folder that holds ray/, aws/, tidb/, redux-questions/ and beds/.');

/** Questions taken of each other set. */
const fromOthers = 30;

const sets = await readSets(data);
for (const lexicalOnly of [true, false]) {
  console.log(lexicalOnly ? '\nby words alone' : '\nby words and meaning');
  const shares: { held: number; near: number; other: number }[] = [];
  for (const set of sets) {
    const index = openIndex(await buildOurs(set.name, set.pages), { embedderFor: () => embedder });
    const refused = async (questions: readonly string[]) => {
      const outcomes: Outcome[] = [];
      for (const text of questions)
        outcomes.push((await index.search({ text, limit: 5, lexicalOnly })).outcome);
      const share = (...some: Outcome[]) =>
        outcomes.filter((one) => some.includes(one)).length / outcomes.length;
      return { refused: share('closest', 'not_in_docs'), unsure: share('partial') };
    };
    const held = await refused(set.questions.map(({ text }) => text));
    const near = await refused(nearQuestions[set.name] ?? []);
    const others = sets
      .filter((one) => one !== set)
      .flatMap(({ questions }) => questions.slice(0, fromOthers));
    const other = await refused(others.map(({ text }) => text));
    shares.push({ held: held.refused, near: near.refused, other: other.refused });
    console.log(
      `${set.name.padEnd(8)} ${show('held', held)}  ${show('near', near)}  ${show('other', other)}`,
    );
    index.close();
  }
  const mean = (kind: 'held' | 'near' | 'other') =>
    shares.reduce((sum, share) => sum + share[kind], 0) / shares.length;
  const recall = (mean('near') + mean('other')) / 2;
  console.log(
    `"the docs do not hold this": precision ${(recall / (recall + mean('held'))).toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
}
await embedder.close();

function show(kind: string, { refused, unsure }: { refused: number; unsure: number }): string {
  return `${kind}: refused ${refused.toFixed(3)}, partial ${unsure.toFixed(3)}`;
}
