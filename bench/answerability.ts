// npm run bench -- answerability DATA
// How well Docent tells questions that the docs answer from those that they do not: the questions of each set asked
// of their own docs, and of the docs of every other.
import { openIndex } from '../src/retrieval/open-index.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { readBed, readRay, readRedux } from './retrieval/sets.ts';

const data = process.argv[2];
if (data === undefined) throw new Error('Name the folder that holds ray/, redux-questions/ and beds/.');

const asked = [readRay(data), await readRedux(data)];
const docs = [
  ...asked.map(({ name, pages }) => ({ name, pages })),
  { name: 'vite', pages: await readBed(data, 'vite') },
  { name: 'uv', pages: await readBed(data, 'uv') },
];
for (const words of [false, true]) {
  console.log(words ? '\nby words alone' : '\nby words and meaning');
  const counts = { held: 0, heldSaid: 0, missing: 0, missingSaid: 0 };
  for (const { name, pages } of docs) {
    const index = openIndex(await buildOurs(name, pages), {
      embedderFor: () => (words ? undefined : embedder),
    });
    for (const set of asked) {
      const said = { yes: 0, all: set.questions.length };
      for (const { text } of set.questions)
        said.yes += Number((await index.search({ text, limit: 5 })).answerable);
      // Each set of questions weighs the same, however many it has.
      if (set.name === name) {
        counts.held += 1;
        counts.heldSaid += said.yes / said.all;
      } else {
        counts.missing += 1;
        counts.missingSaid += 1 - said.yes / said.all;
      }
      console.log(
        `${set.name.padEnd(6)} of ${name.padEnd(6)} answerable: ${((100 * said.yes) / said.all).toFixed(1)} %`,
      );
    }
    index.close();
  }
  const recall = counts.missingSaid / counts.missing;
  const wrong = 1 - counts.heldSaid / counts.held;
  console.log(
    `"the docs do not hold this": precision ${(recall / (recall + wrong)).toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  console.log(`answered of what the docs hold: ${(1 - wrong).toFixed(3)}`);
}
await embedder.close();
