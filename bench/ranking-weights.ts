// npm run bench -- ranking-weights DATA
// What each share of a page's score (`rankShares`) is worth, and how much meaning counts beside words (`Fusion`), over all
// sets at once: one changed at a time, then each set by what is best on the mean of the others. A change that only suits
// some sets shows as a loss there. With DOCENT_EMBEDDING_MODEL another model is measured than the built-in one: its `share`
// and `floor` are for DOCENT_EMBEDDING_OPTIONS.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from '../src/retrieval/eval/evaluate.ts';
import { readQuestions } from '../src/retrieval/eval/labelled-question.ts';
import { allowedFacets, readFacets } from '../src/retrieval/filter-facets.ts';
import { openIndexFile, readIndexInfo } from '../src/retrieval/index-file.ts';
import { type Fusion, usualFusion } from '../src/retrieval/embedding/fusion.ts';
import { preferGuides } from '../src/retrieval/prefer-guides.ts';
import { createRanking } from '../src/retrieval/rank-question.ts';
import { rankShares, type RankShares } from '../src/retrieval/rank-shares.ts';
import { buildOurs, embedder } from './retrieval/build.ts';
import { type QuestionSet, readBed, readSets } from './retrieval/sets.ts';

const data = process.argv[2];
if (data === undefined) throw new Error('Name the folder that holds ray/, aws/, tidb/ and beds/.');

/** Pages that may move when those about the past come later, as in a search for ten. */
const maxRanked = 50;

const tried = {
  rarity: [0.6, 1],
  second: [0.15, 0.45],
  mean: [0, 0.15, 0.45],
  coverage: [0, 0.1, 0.3],
  links: [0, 0.01, 0.04],
  title: [0, 0.05, 0.15],
  apart: [0, 0.15, 0.45],
  folder: [0, 0.1, 0.2],
};
/** Without what counts since whole pages and links do. */
const plain = { ...rankShares, rarity: 1, title: 0, apart: 0, folder: 0 };
type Variant = { name: string; shares: RankShares; fusion: Fusion };
const now = { shares: rankShares, fusion: embedder.fusion ?? usualFusion };
const pageVariants: Variant[] = [
  { ...now, name: 'as it is' },
  { ...now, name: 'best two sections and coverage', shares: { ...plain, mean: 0, links: 0 } },
  { ...now, name: 'with mean and links', shares: plain },
  ...Object.entries(tried).flatMap(([share, values]) =>
    values.map((value) => ({
      ...now,
      name: `${share} ${value}`,
      shares: { ...rankShares, [share]: value },
    })),
  ),
];
const fusionVariants: Variant[] = [0.3, 0.4, 0.5, 0.6].flatMap((share) =>
  [0, 0.5, 1, 1.5, 2].map((floor) => ({
    ...now,
    name: `meaning ${share}, from ${floor}`,
    fusion: { share, floor },
  })),
);
const sets = [
  ...(await readSets(data)),
  ...(await Promise.all(['uv', 'vite', 'swr-site', 'starlight'].map(readNatural))),
];

for (const byMeaning of [false, true]) {
  const variants = byMeaning ? [...pageVariants, ...fusionVariants] : pageVariants;
  const results = new Map<string, number[]>();
  for (const set of sets) results.set(set.name, await ndcgOf(set, variants, byMeaning));
  const means = variants.map((_, i) => mean([...results.values()].map((of) => of[i]!)));
  const names = sets.map(({ name }) => name.slice(0, 9).padStart(9)).join(' ');
  console.log(
    `\n${(byMeaning ? 'words and meaning' : 'words alone').padEnd(30)} ${names}      mean   nDCG@10`,
  );
  for (const [i, { name }] of variants.entries())
    show(
      name,
      [...results.values()].map((of) => of[i]!),
      means[i]!,
    );
  const leftOut = sets.map(({ name }) => {
    const others = variants.map((_, i) =>
      mean([...results].filter(([set]) => set !== name).map(([, of]) => of[i]!)),
    );
    return results.get(name)![others.indexOf(Math.max(...others))]!;
  });
  show('each by the best of the others', leftOut, mean(leftOut));
}
await embedder.close();

/** nDCG@10 of a set by each variant. */
async function ndcgOf(
  { name, pages, questions }: QuestionSet,
  variants: readonly Variant[],
  byMeaning: boolean,
): Promise<number[]> {
  const file = await buildOurs(name, pages);
  const database = openIndexFile(file);
  const rank = createRanking(database, readIndexInfo(file));
  const language = allowedFacets(readFacets(database)).some((facet) => facet.language !== null)
    ? 'en'
    : undefined;
  const paths = new Map(
    database
      .prepare('SELECT id, path FROM pages')
      .all()
      .map(({ id, path }) => [id, path as string]),
  );
  const sums = variants.map(() => 0);
  for (const { text, expected } of questions) {
    const vector = byMeaning ? await embedder.embedQuery(text) : null;
    for (const [i, { shares, fusion }] of variants.entries()) {
      const meant = vector && { vector, fusion };
      const ranked = (await rank({ text, filter: { language } }, meant, shares))?.pages ?? [];
      const best = ranked
        .slice(0, maxRanked)
        .map(({ pageId, score }) => ({ path: paths.get(pageId)!, score }));
      const found = preferGuides(best, text).slice(0, 10);
      const relevant = found.map(({ path }) => expected.has(path));
      sums[i]! += measure(relevant, expected.size).ndcg10;
    }
  }
  database.close();
  return sums.map((sum) => sum / questions.length);
}

async function readNatural(name: string): Promise<QuestionSet> {
  const file = join(import.meta.dirname, 'answers', `${name}.jsonl`);
  const questions = readQuestions(readFileSync(file, 'utf8')).map(({ question, expected }) => ({
    text: question,
    expected: new Set(expected.map((label) => label.split('#')[0]!)),
  }));
  return { name, pages: await readBed(data!, name), questions };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function show(name: string, values: readonly number[], overall: number): void {
  const columns = values.map((value) => value.toFixed(3).padStart(9)).join(' ');
  console.log(`${name.padEnd(30)} ${columns}    ${overall.toFixed(4)}`);
}
