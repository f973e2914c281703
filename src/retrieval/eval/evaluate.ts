import type { SearchIndex } from '../open-index.ts';
import type { PageHit } from '../search.ts';
import type { EvalQuestion } from './labelled-question.ts';

/** How well the expected pages are found: means over all questions, 0–1. */
export type Metrics = {
  /** nDCG over the first 10 pages, with binary gains. */
  ndcg10: number;
  /** Recall over the first 5 and the first 10 pages. */
  recall5: number;
  recall10: number;
  /** Reciprocal rank of the first expected page, 0 when it is not among the first 10. */
  mrr10: number;
};

/** One question with the rank of the first expected page, from 1; null: not among the first 10. */
export type Outcome = EvalQuestion & { place: number | null; found: string[]; answerable: boolean };

export type EvalRun = {
  metrics: Metrics;
  /** Of questions with an anchor: the share whose section is shown with its page in the first 10; null without any. */
  sections: number | null;
  /** Share of the questions that search judged answerable. */
  answerable: number;
  /** Whether search used embeddings. */
  usedMeaning: boolean;
  outcomes: Outcome[];
  /** Questions without a label that names a page of these docs; they are not counted. */
  unknown: EvalQuestion[];
  /** The number of questions without any label; they are not searched. */
  unlabelled: number;
};

const pages = 10;

/** Searches for every question and ranks the expected pages. */
export async function evaluate(index: SearchIndex, questions: readonly EvalQuestion[]): Promise<EvalRun> {
  const unknown: EvalQuestion[] = [];
  const outcomes: Outcome[] = [];
  const measured: Metrics[] = [];
  const sections: number[] = [];
  let usedMeaning = false;
  for (const question of questions) {
    const labels = question.expected.flatMap((label) => readLabel(index, label));
    if (question.expected.length === 0) continue;
    if (labels.length === 0) {
      unknown.push(question);
      continue;
    }
    const result = await index.search({ text: question.question, limit: pages });
    usedMeaning ||= result.usedMeaning;
    const expected = new Set(labels.map(({ path }) => path));
    const metrics = measure(
      result.hits.map(({ path }) => expected.has(path)),
      expected.size,
    );
    measured.push(metrics);
    const withAnchor = labels.filter(({ anchor }) => anchor !== null);
    if (withAnchor.length > 0) sections.push(Number(withAnchor.some((label) => isShown(result.hits, label))));
    outcomes.push({
      ...question,
      place: metrics.mrr10 === 0 ? null : Math.round(1 / metrics.mrr10),
      found: result.hits.map(({ path }) => path),
      answerable: result.answerable,
    });
  }
  return {
    metrics: {
      ndcg10: mean(measured.map(({ ndcg10 }) => ndcg10)),
      recall5: mean(measured.map(({ recall5 }) => recall5)),
      recall10: mean(measured.map(({ recall10 }) => recall10)),
      mrr10: mean(measured.map(({ mrr10 }) => mrr10)),
    },
    sections: sections.length > 0 ? mean(sections) : null,
    answerable: mean(outcomes.map(({ answerable }) => Number(answerable))),
    usedMeaning,
    outcomes,
    unknown,
    unlabelled: questions.length - outcomes.length - unknown.length,
  };
}

/** @param relevant for each result, best first, whether it is expected; `expected` is how many are */
export function measure(relevant: boolean[], expected: number): Metrics {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const first = relevant.slice(0, 10);
  const ideal = Array.from({ length: Math.min(10, expected) }, (_, place) => gain(place));
  const gained = first.map((isRelevant, place) => (isRelevant ? gain(place) : 0));
  const hits = (count: number) => first.slice(0, count).filter(Boolean).length;
  const place = first.indexOf(true);
  return {
    ndcg10: sum(gained) / sum(ideal),
    recall5: hits(5) / expected,
    recall10: hits(10) / expected,
    mrr10: place < 0 ? 0 : 1 / (place + 1),
  };
}

type Label = { path: string; anchor: string | null };

function readLabel(index: SearchIndex, label: string): Label[] {
  const [address = '', anchor = null] = label.split('#');
  const page = index.page(address);
  return page === undefined ? [] : [{ path: page.path, anchor }];
}

function isShown(hits: PageHit[], { path, anchor }: Label): boolean {
  return hits.some((hit) => hit.path === path && hit.sections.some((section) => section.anchor === anchor));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
