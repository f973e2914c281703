import type { Tries, Work } from '../store/work.ts';

/** A kind of background work, and its handler. */
export type WorkKind = {
  name: string;
  /** Concurrency in this process; one organization never takes the last place. */
  maxAtOnce: number;
  /** Concurrency per project on all servers; further work waits in the order of the requests. */
  maxPerProject?: number;
  /** For scheduled work: milliseconds to the first run, and from the end of one run to the next. */
  schedule?: { firstMs: number; everyMs: number };
  /** Milliseconds before each retry of work that threw; after the last one it is given up. */
  retryAfterMs: number[];
  /**
   * Does the work of the current attempt. When it throws because of the signal, it returns to the queue at once.
   * @param signal aborts when the work was lost (then nothing more may be written), or when the server stops
   * @returns milliseconds until a retry, which counts as a try unless `tries` says otherwise; undefined when it is done
   */
  handle(work: Work, signal: AbortSignal): Promise<{ afterMs: number; tries?: Tries } | void>;
};
