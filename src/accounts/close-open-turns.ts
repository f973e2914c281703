import type { Log } from '../lib/log.ts';
import { dropOpenTurn, listSilentTurns } from '../store/open-turns.ts';
import type { Store } from '../store/store.ts';
import { addTurn, type NewTurn } from '../store/turns.ts';
import type { WorkKind } from '../work/work-kind.ts';

/** No answer takes longer than this. */
const silentMs = 6 * 60_000;
const everyMs = 5 * 60_000;
const atOnce = 200;

/** Records the unfinished answers of servers that died. Runs on one server at a time. */
export function openTurnsKind(store: Store, log: Log): WorkKind {
  return {
    name: 'open-turns',
    maxAtOnce: 1,
    schedule: { firstMs: 60_000, everyMs },
    retryAfterMs: [],
    handle: () => closeOpenTurns(store, log),
  };
}

export async function closeOpenTurns(store: Store, log: Log, silent = silentMs): Promise<void> {
  for (const { projectId, messageId, turn, savedAt } of await listSilentTurns(store, silent, atOnce)) {
    try {
      await addTurn(store, { ...(JSON.parse(turn) as NewTurn), createdAt: savedAt });
    } catch (error) {
      log.warn({ projectId, messageId, error }, 'an interrupted answer could not be recorded');
      await dropOpenTurn(store, { projectId, messageId });
    }
  }
}
