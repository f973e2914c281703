import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import type { AnswerRun } from './evaluate-answers.ts';
import type { EvalRun, Metrics } from './evaluate.ts';
import { type Grade, grades } from './grade-answer.ts';

/** The stored result of a run, to compare later runs with. */
type SavedRun = {
  metrics: Metrics;
  places: Record<string, number | null>;
  /** By question; absent in runs without answers. */
  grades?: Record<string, Grade> | undefined;
  /** The share of the answers' citations that do not support their sentence. */
  unsupported?: number | undefined;
};

/** How a run differs from an earlier one: changes of the metrics, and of each question. */
export type Comparison = {
  /** `supported` is of the share of citations that support their sentence. */
  gained: Metrics & { right?: number; supported?: number };
  better: Move[];
  worse: Move[];
  /** Questions whose answer got another grade. */
  regraded: Regraded[];
  /** Whether a metric fell by more than random variation explains. */
  isWorse: boolean;
};

/** Ranks from 1; null: not among the first 10. */
export type Move = { question: string; before: number | null; now: number | null };
type Regraded = { question: string; before: Grade; now: Grade };

/** The largest drop of a metric that does not count as worse. */
const tolerance = 0.01;

const savedRun = z.object({
  metrics: z.object({ ndcg10: z.number(), recall5: z.number(), recall10: z.number(), mrr10: z.number() }),
  places: z.record(z.string(), z.number().nullable()),
  grades: z.record(z.string(), z.enum(grades)).optional(),
  unsupported: z.number().optional(),
});

export function saveRun({ metrics, outcomes }: EvalRun, answers?: AnswerRun): SavedRun {
  return {
    metrics,
    places: Object.fromEntries(outcomes.map(({ question, place }) => [question, place])),
    grades: answers && Object.fromEntries(answers.outcomes.map(({ question, grade }) => [question, grade])),
    unsupported: answers?.unsupported,
  };
}

/** @throws DocentError `invalid_request` */
export function readSavedRun(json: string): SavedRun {
  try {
    return savedRun.parse(JSON.parse(json));
  } catch (cause) {
    throw new DocentError('invalid_request', 'The earlier run cannot be read. Create it with --save.', {
      cause,
    });
  }
}

/** Compares the questions that both runs have. */
export function compareRuns(before: SavedRun, run: EvalRun, answers?: AnswerRun): Comparison {
  const now = saveRun(run, answers);
  const moves = Object.entries(now.places)
    .filter(([question]) => Object.hasOwn(before.places, question))
    .map(([question, place]) => ({ question, before: before.places[question]!, now: place }));
  const graded = Object.entries(now.grades ?? {})
    .filter(([question]) => Object.hasOwn(before.grades ?? {}, question))
    .map(([question, grade]) => ({ question, before: before.grades![question]!, now: grade }));
  const far = Number.POSITIVE_INFINITY;
  const rightNow = graded.filter((one) => one.now === 'right').length;
  const rightBefore = graded.filter((one) => one.before === 'right').length;
  const gained = {
    ndcg10: now.metrics.ndcg10 - before.metrics.ndcg10,
    recall5: now.metrics.recall5 - before.metrics.recall5,
    recall10: now.metrics.recall10 - before.metrics.recall10,
    mrr10: now.metrics.mrr10 - before.metrics.mrr10,
    ...(graded.length > 0 && { right: (rightNow - rightBefore) / graded.length }),
    ...(before.unsupported !== undefined &&
      now.unsupported !== undefined && { supported: before.unsupported - now.unsupported }),
  };
  return {
    gained,
    better: moves.filter((move) => (move.now ?? far) < (move.before ?? far)),
    worse: moves.filter((move) => (move.now ?? far) > (move.before ?? far)),
    regraded: graded.filter((one) => one.before !== one.now),
    isWorse: Object.values(gained).some((gain) => gain < -tolerance),
  };
}
