import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Announces background work. A lost signal delays the work until the next poll, and a duplicate is harmless. */
export type WorkSignal = {
  /** Inside a transaction it takes effect with the commit. */
  send(db: Kysely<Tables>): Promise<void>;
  /**
   * @param onWork called with whether this process has sent the signal
   * @returns a function that stops listening
   */
  listen(onWork: (isOurs: boolean) => void): Promise<() => Promise<void>>;
};

/** For a database that only processes of one machine share: this process is signalled, others poll. */
export function localSignal(): WorkSignal {
  const listeners = new Set<(isOurs: boolean) => void>();
  return {
    // The transaction has the only connection until it ends, so a query that starts now runs after the commit.
    async send() {
      for (const onWork of listeners) setImmediate(onWork, true);
    },
    async listen(onWork) {
      listeners.add(onWork);
      return async () => void listeners.delete(onWork);
    },
  };
}
