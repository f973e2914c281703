import {
  chance,
  doubt,
  evidence,
  joinEvidence,
  meaningFeatures,
  wordFeatures,
} from '../../src/retrieval/confidence.ts';
import { readFacets } from '../../src/retrieval/filter-facets.ts';
import { openIndexFile, readIndexInfo } from '../../src/retrieval/index-file.ts';
import { questionTokens } from '../../src/retrieval/question-terms.ts';
import { openVocabulary } from '../../src/retrieval/lexical/vocabulary.ts';
import { createRanking } from '../../src/retrieval/rank-question.ts';
import { buildOurs, embedder } from '../retrieval/build.ts';
import type { QuestionSet } from '../retrieval/sets.ts';
import { fitLogistic } from './logistic.ts';
import { nearQuestions } from './near.ts';

type Kind = 'held' | 'held, keywords' | 'near' | 'near, keywords' | 'other';
type Row = {
  set: string;
  kind: Kind;
  words: number;
  byWords: number[];
  byMeaning: number[];
  doubt: number;
  isHeld: boolean;
  weight: number;
};
type Weights = { words: number[]; meaning: number[] };

/** What each kind weighs in a set: those that docs hold as much as those that they do not. */
const shares: Record<Kind, number> = {
  held: 0.7,
  'held, keywords': 0.3,
  near: 0.6,
  'near, keywords': 0.2,
  other: 0.2,
};
const thresholds = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35];
const fromOthers = 20;
const keywords = 3;

/**
 * Makes the weights of `confidence`, and shows what is refused of each set when they were made on the others alone, by
 * words and by both.
 */
export async function fitConfidence(sets: readonly QuestionSet[]): Promise<void> {
  const rows: Row[] = [];
  for (const set of sets) rows.push(...(await readRows(set, sets)));
  weigh(rows);
  const all = fit(rows);
  console.log(`by words: intercept and weights ${rounded(all.words)}`);
  console.log(`by meaning: intercept and weights ${rounded(all.meaning)}`);
  const judged = sets.flatMap(({ name }) => {
    const others = fit(rows.filter(({ set }) => set !== name));
    return rows
      .filter(({ set }) => set === name)
      .map((row) => {
        const byWords = evidence(others.words, row.byWords);
        const both = joinEvidence(byWords, evidence(others.meaning, row.byMeaning));
        return { ...row, byWords: chance(byWords - row.doubt), both: chance(both - row.doubt) };
      });
  });
  for (const by of ['byWords', 'both'] as const) {
    for (const threshold of thresholds) {
      const refused = Object.keys(shares).map((kind) => {
        const bySet = sets.map(({ name }) => {
          const some = judged.filter((row) => row.set === name && row.kind === kind);
          return some.filter((row) => row[by] < threshold).length / Math.max(1, some.length);
        });
        return `${kind} ${(bySet.reduce((a, b) => a + b, 0) / bySet.length).toFixed(3)}`;
      });
      console.log(`${by} below ${threshold}, each set by the others: refused of ${refused.join(' · ')}`);
    }
  }
}

function fit(rows: readonly Row[]): Weights {
  const regression = (by: 'byWords' | 'byMeaning') =>
    fitLogistic(rows.map((row) => ({ x: row[by], y: row.isHeld, weight: row.weight })));
  return { words: regression('byWords'), meaning: regression('byMeaning') };
}

function rounded(weights: readonly number[]): string {
  return weights.map((weight) => weight.toFixed(2)).join(', ');
}

async function readRows(set: QuestionSet, sets: readonly QuestionSet[]): Promise<Row[]> {
  const file = await buildOurs(set.name, set.pages);
  const database = openIndexFile(file);
  const rank = createRanking(database, readIndexInfo(file));
  const vocabulary = openVocabulary(database);
  const language = readFacets(database).some((facet) => facet.language !== null) ? 'en' : undefined;
  /** The question as somebody types it who types little: its rarest words. */
  const shorten = (text: string): string[] => {
    const words = questionTokens(text, ['en']).flatMap(([token]) => (token.isCompound ? [] : token));
    const rarest = words.toSorted((a, b) => vocabulary.count(a.term) - vocabulary.count(b.term));
    const kept = new Set(rarest.slice(0, keywords));
    return kept.size < 2
      ? []
      : [
          [...words]
            .filter((word) => kept.has(word))
            .map(({ word }) => word)
            .join(' '),
        ];
  };
  const held = set.questions.map(({ text }) => text);
  const near = nearQuestions[set.name] ?? [];
  const others = sets.filter((one) => one !== set).flatMap(({ questions }) => questions.slice(0, fromOthers));
  const asked: [Kind, readonly string[]][] = [
    ['held', held],
    ['held, keywords', held.slice(0, 60).flatMap(shorten)],
    ['near', near],
    ['near, keywords', near.flatMap(shorten)],
    ['other', others.map(({ text }) => text)],
  ];
  const rows: Row[] = [];
  for (const [kind, texts] of asked) {
    for (const text of texts) {
      const vector = await embedder.embedQuery(text);
      const ranking = await rank({ text, filter: { language } }, { vector, scale: embedder.scale });
      if (ranking === null) continue;
      rows.push({
        set: set.name,
        kind,
        words: ranking.features.words,
        byWords: wordFeatures(ranking.features),
        byMeaning: meaningFeatures(ranking.features)!,
        doubt: doubt(ranking.features),
        isHeld: kind.startsWith('held'),
        weight: shares[kind] / texts.length,
      });
    }
  }
  database.close();
  return rows;
}

/** How long a question is must say nothing: of each length, both sides get the same weight. */
function weigh(rows: readonly Row[]): void {
  const lengths = Map.groupBy(rows, ({ words }) => (words < 5 ? words : words < 7 ? 5 : 7));
  for (const some of lengths.values()) {
    const total = (y: boolean) => some.reduce((sum, row) => sum + (row.isHeld === y ? row.weight : 0), 0);
    const [yes, no] = [total(true), total(false)];
    if (yes > 0 && no > 0) for (const row of some) row.weight *= (yes + no) / 2 / (row.isHeld ? yes : no);
  }
}
