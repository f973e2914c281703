import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countWork } from '../store/work.ts';
import type { Store } from '../store/store.ts';
import type { NewTurn } from '../store/turns.ts';

/** A server's metrics for Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export type Metrics = {
  /** Counts a response after its stream has ended. `route` is the declared path. */
  request(by: { method: string; route: string; status: number }, seconds: number): void;
  /** Counts a finished turn. */
  turn(turn: NewTurn): void;
  /** All metrics as text. */
  text(): Promise<string>;
  contentType: string;
};

const secondsOfAnswers = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Labels never contain names, questions or addresses: labels need few values, and user data is private. */
export function createMetrics(store: Store): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const shared = { registers: [registry] };
  const requests = new Histogram({
    ...shared,
    name: 'docent_http_request_seconds',
    help: 'Request durations by route and status, to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, ...secondsOfAnswers],
  });
  const answers = new Histogram({
    ...shared,
    name: 'docent_answer_seconds',
    help: 'Answers by status: answered, partial, unanswered, failed.',
    labelNames: ['status', 'model'],
    buckets: secondsOfAnswers,
  });
  const firstTexts = new Histogram({
    ...shared,
    name: 'docent_answer_first_text_seconds',
    help: 'Time to the first text of an answer.',
    labelNames: ['model'],
    buckets: secondsOfAnswers,
  });
  const tokens = new Counter({
    ...shared,
    name: 'docent_model_tokens_total',
    help: 'Tokens of answers.',
    labelNames: ['model', 'direction'],
  });
  const cost = new Counter({
    ...shared,
    name: 'docent_model_cost_dollars_total',
    help: 'Cost of answers in US dollars, where the model’s price is known.',
    labelNames: ['model'],
  });
  const work = new Gauge({
    registers: [],
    name: 'docent_work',
    help: 'Background work by kind: due and waiting, or being done, on any server.',
    labelNames: ['kind', 'state'],
    async collect() {
      this.reset();
      // When the database is unavailable, the other metrics are still reported.
      for (const { kind, waiting, running } of await countWork(store).catch(() => [])) {
        this.set({ kind, state: 'waiting' }, waiting);
        this.set({ kind, state: 'running' }, running);
      }
    },
  });
  registry.registerMetric(work);
  return {
    request: (by, seconds) => requests.observe(by, seconds),
    turn({ model, status, timings, usage, costMicros }) {
      answers.observe({ model, status }, timings.totalMs / 1000);
      if (timings.firstTextMs !== null) firstTexts.observe({ model }, timings.firstTextMs / 1000);
      tokens.inc({ model, direction: 'input' }, usage.inputTokens);
      tokens.inc({ model, direction: 'output' }, usage.outputTokens);
      cost.inc({ model }, costMicros / 1_000_000);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
