import type { Store } from './store.ts';

/**
 * Takes a project's turn to be deployed, for `ms` unless it is renewed; false while somebody else has it.
 * One statement, so that of any number of processes one gets it.
 */
export async function takeTurn(
  store: Store,
  turn: { projectId: string; holder: string },
  ms: number,
): Promise<boolean> {
  const now = await store.now();
  const until = now + ms;
  const taken = await store.db
    .insertInto('deployTurns')
    .values({ ...turn, until })
    .onConflict((conflict) =>
      conflict
        .column('projectId')
        .doUpdateSet({ holder: turn.holder, until })
        .where('deployTurns.until', '<', now),
    )
    .returning('holder')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Keeps a turn that the caller has; false when it was lost. */
export async function renewTurn(
  store: Store,
  { projectId, holder }: { projectId: string; holder: string },
  ms: number,
): Promise<boolean> {
  const renewed = await store.db
    .updateTable('deployTurns')
    .set({ until: (await store.now()) + ms })
    .where('projectId', '=', projectId)
    .where('holder', '=', holder)
    .returning('holder')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Gives a turn back, if it is still the holder's. */
export async function giveTurnBack(
  store: Store,
  { projectId, holder }: { projectId: string; holder: string },
): Promise<void> {
  await store.db
    .deleteFrom('deployTurns')
    .where('projectId', '=', projectId)
    .where('holder', '=', holder)
    .execute();
}

/** Who has the turn, or had it last and never gave it back. */
export async function findTurnHolder(store: Store, projectId: string): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('deployTurns')
    .select('holder')
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  return row?.holder;
}
