import { clock, type Store } from './store.ts';
import { addThreadQuery, type NewThread } from './threads.ts';
import { prepare } from './prepared.ts';

/** An unfinished turn: what would be recorded if its server died now. */
type OpenTurn = {
  projectId: string;
  threadId: string;
  messageId: string;
  /** The turn, as JSON. */
  turn: string;
};

type SilentTurn = OpenTurn & { /** When it was last written. */ savedAt: number };

/**
 * Stores the present state of an unfinished turn.
 * @param thread the turn's thread, when it is not stored yet; one that exists stays as it is
 */
export async function saveOpenTurn(
  store: Store,
  open: OpenTurn,
  thread: NewThread | null = null,
): Promise<void> {
  const { projectId, threadId, messageId, turn } = open;
  await save(store, { ...thread, projectId, threadId, messageId, turn });
}

const save = prepare((store, given: OpenTurn & Partial<NewThread>) => {
  const { projectId, threadId, messageId, turn, ...thread } = given;
  const savedAt = clock(store);
  const open = store.db
    .insertInto('openTurns')
    .values({ projectId, threadId, messageId, turn, savedAt })
    .onConflict((conflict) => conflict.columns(['projectId', 'messageId']).doUpdateSet({ turn, savedAt }))
    .returning('messageId');
  return 'id' in thread ? [addThreadQuery(store, { ...thread, projectId } as NewThread), open] : [open];
});

/** A query to run together with those that store the finished turn. */
export function closeTurnQuery({ db }: Store, by: { projectId: string; messageId: string }) {
  return db
    .deleteFrom('openTurns')
    .where('projectId', '=', by.projectId)
    .where('messageId', '=', by.messageId);
}

/** Turns that were not updated for so many milliseconds, or by a clock that has been set back since. */
export async function listSilentTurns(store: Store, silentMs: number, limit: number): Promise<SilentTurn[]> {
  const now = await store.now();
  return await store.db
    .selectFrom('openTurns')
    .select(['projectId', 'threadId', 'messageId', 'turn', 'savedAt'])
    .where((is) => is.or([is('savedAt', '<=', now - silentMs), is('savedAt', '>', now + silentMs)]))
    .limit(limit)
    .execute();
}

export async function dropOpenTurn(
  store: Store,
  by: { projectId: string; messageId: string },
): Promise<void> {
  await closeTurnQuery(store, by).execute();
}
