import type { Tries, Work } from '../store/work.ts';

/** A kind of background work, and how it is done. */
export type WorkKind = {
  name: string;
  /** At once in this process. */
  maxAtOnce: number;
  /** At once of one project, on all servers; its others wait in the order in which they were asked for. */
  maxPerProject?: number;
  /** For what is done every now and then: milliseconds to the first time, and from the end of one to the next. */
  schedule?: { firstMs: number; everyMs: number };
  /** Milliseconds before each further try of what threw; when they are used up it is given up. */
  retryAfterMs: number[];
  /**
   * Does the work, under its current attempt. What threw because of the signal is handed over at once.
   * @param signal aborts when the work was lost, after which nothing must be written, or when the server stops
   * @returns milliseconds after which it is to be tried again, which counts as a try unless `tries` says otherwise; nothing when it is done
   */
  handle(work: Work, signal: AbortSignal): Promise<{ afterMs: number; tries?: Tries } | void>;
};
