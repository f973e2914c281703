import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Says that there is background work. A lost signal costs time until the next look, and a doubled one nothing. */
export type WorkSignal = {
  /** Within a transaction nobody is told before it is committed. */
  send(db: Kysely<Tables>): Promise<void>;
  /**
   * @param onWork told whether it was this process that said so
   * @returns how to stop listening
   */
  listen(onWork: (isOurs: boolean) => void): Promise<() => Promise<void>>;
};

/** For a database that processes of one machine share: it is heard in this process, others look now and then. */
export function localSignal(): WorkSignal {
  const listeners = new Set<(isOurs: boolean) => void>();
  return {
    // The one connection is the transaction's until it ends, so whoever looks at once looks after it.
    async send() {
      for (const onWork of listeners) setImmediate(onWork, true);
    },
    async listen(onWork) {
      listeners.add(onWork);
      return async () => void listeners.delete(onWork);
    },
  };
}
