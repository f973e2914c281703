import { z } from 'zod';
import { DocentError } from '../../errors.ts';
import type { EvalRun, Metrics } from './evaluate.ts';

/** What is kept of a run to compare later ones with. */
type SavedRun = { metrics: Metrics; places: Record<string, number | null> };

/** How a run differs from an earlier one: metrics gained, and questions whose first expected page moved. */
export type Comparison = { gained: Metrics; better: Move[]; worse: Move[] };

/** Places from 1; null is not among the first 10. */
export type Move = { question: string; before: number | null; now: number | null };

const savedRun = z.object({
  metrics: z.object({ ndcg10: z.number(), recall5: z.number(), recall10: z.number(), mrr10: z.number() }),
  places: z.record(z.string(), z.number().nullable()),
});

export function saveRun({ metrics, outcomes }: EvalRun): SavedRun {
  return { metrics, places: Object.fromEntries(outcomes.map(({ question, place }) => [question, place])) };
}

/** @throws DocentError `invalid_request` */
export function readSavedRun(json: string): SavedRun {
  try {
    return savedRun.parse(JSON.parse(json));
  } catch (cause) {
    throw new DocentError('invalid_request', 'The earlier run cannot be read. Make it with --save.', {
      cause,
    });
  }
}

/** Compares the questions that both runs have. */
export function compareRuns(before: SavedRun, run: EvalRun): Comparison {
  const now = saveRun(run);
  const moves = Object.entries(now.places)
    .filter(([question]) => Object.hasOwn(before.places, question))
    .map(([question, place]) => ({ question, before: before.places[question]!, now: place }));
  const far = Number.POSITIVE_INFINITY;
  return {
    gained: {
      ndcg10: now.metrics.ndcg10 - before.metrics.ndcg10,
      recall5: now.metrics.recall5 - before.metrics.recall5,
      recall10: now.metrics.recall10 - before.metrics.recall10,
      mrr10: now.metrics.mrr10 - before.metrics.mrr10,
    },
    better: moves.filter((move) => (move.now ?? far) < (move.before ?? far)),
    worse: moves.filter((move) => (move.now ?? far) > (move.before ?? far)),
  };
}
