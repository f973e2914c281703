import type { Tables } from './schema.ts';
import { writeBatch } from './batch.ts';
import { clock, type Store } from './store.ts';

type Chunk = Tables['keptChunks'];

/** A server that has written nothing for so long is dead. */
const silentMs = 5_000;
const keptMs = 60_000;
/** Rows of one insert. */
const rowsAtOnce = 500;

/** Registers a running answer, and marks the chat's earlier ones to be stopped. @returns these */
export async function addKeptAnswer(
  store: Store,
  { id, chat, server }: { id: string; chat: string; server: string },
): Promise<string[]> {
  const now = clock(store);
  const { startedAt } = await store.db
    .insertInto('keptAnswers')
    .values({ id, chat, server, stopped: 0, isRead: 0, startedAt: now, savedAt: now, endedAt: null })
    .returning('startedAt')
    .executeTakeFirstOrThrow();
  // Of two that begin at once, one stays.
  return stopKeptAnswers(store, chat, { id, startedAt });
}

/**
 * Marks the running answers of a chat to be stopped.
 * @param before only those that began earlier
 * @returns their ids
 */
export async function stopKeptAnswers(
  { db }: Store,
  chat: string,
  before?: { id: string; startedAt: number },
): Promise<string[]> {
  let running = db
    .updateTable('keptAnswers')
    .set({ stopped: 1 })
    .where('chat', '=', chat)
    .where('endedAt', 'is', null);
  if (before !== undefined) {
    const { id, startedAt } = before;
    running = running.where((is) =>
      is.or([is('startedAt', '<', startedAt), is.and([is('startedAt', '=', startedAt), is('id', '<', id)])]),
    );
  }
  return (await running.returning('id').execute()).map(({ id }) => id);
}

/** Adds to answers that run. One that is stored already stays. */
export async function saveKeptChunks({ db }: Store, chunks: Chunk[]): Promise<void> {
  for (let at = 0; at < chunks.length; at += rowsAtOnce)
    await db
      .insertInto('keptChunks')
      .values(chunks.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Says that answers still run. */
export async function beatKeptAnswers(store: Store, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += rowsAtOnce)
    await store.db
      .updateTable('keptAnswers')
      .set({ savedAt: clock(store) })
      .where('id', 'in', ids.slice(at, at + rowsAtOnce))
      .where('endedAt', 'is', null)
      .execute();
}

/** The answers of a server that are to end. */
export async function listStopped({ db }: Store, server: string): Promise<string[]> {
  const rows = await db
    .selectFrom('keptAnswers')
    .select('id')
    .where('server', '=', server)
    .where('stopped', '=', 1)
    .where('endedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** @param isRead whether all of it was sent to a client that was there */
export async function endKeptAnswer(
  store: Store,
  { id, chunks, isRead }: { id: string; chunks: Chunk[]; isRead: boolean },
): Promise<void> {
  await writeBatch(store, ({ db }) => [
    ...(chunks.length === 0
      ? []
      : [
          db
            .insertInto('keptChunks')
            .values(chunks)
            .onConflict((conflict) => conflict.doNothing()),
        ]),
    db
      .updateTable('keptAnswers')
      .set({ endedAt: clock(store), isRead: Number(isRead) })
      .where('id', '=', id)
      .returning('id'),
  ]);
}

export async function markKeptAnswerRead({ db }: Store, id: string): Promise<void> {
  await db.updateTable('keptAnswers').set({ isRead: 1 }).where('id', '=', id).execute();
}

/**
 * The chat's newest answer, if it runs or ended unread within the minute.
 * @param isUnread it is, whatever was sent: a proxy or the network may have taken what a phone that sleeps did not get
 */
export async function findKeptAnswer(store: Store, chat: string, isUnread: boolean): Promise<string | null> {
  const now = await store.now();
  const newest = await store.db
    .selectFrom('keptAnswers')
    .select(['id', 'stopped', 'isRead', 'savedAt', 'endedAt'])
    .where('chat', '=', chat)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newest === undefined || newest.stopped === 1 || (newest.isRead === 1 && !isUnread)) return null;
  return (newest.endedAt ?? newest.savedAt) + keptMs > now ? newest.id : null;
}

/**
 * What is kept of an answer from chunk `from` on, at most `limit` chunks, and whether more may come: `lost` when its
 * server has died, or nothing is kept any more.
 */
export async function readKeptAnswer(
  store: Store,
  { id, from, limit }: { id: string; from: number; limit: number },
): Promise<{ state: 'running' | 'ended' | 'lost'; texts: string[] }> {
  // In one statement, because chunks come before the end.
  const rows = await store.db
    .selectFrom('keptAnswers')
    .leftJoin('keptChunks', (join) =>
      join.onRef('keptChunks.answerId', '=', 'keptAnswers.id').on('keptChunks.nth', '>=', from),
    )
    .select(['savedAt', 'endedAt', 'text', clock(store).as('now')])
    .where('keptAnswers.id', '=', id)
    .orderBy('nth')
    .limit(limit)
    .execute();
  const [first] = rows;
  if (first === undefined) return { state: 'lost', texts: [] };
  const texts = rows.flatMap(({ text }) => text ?? []);
  if (first.endedAt !== null) return { state: 'ended', texts };
  return { state: first.savedAt + silentMs > first.now ? 'running' : 'lost', texts };
}

/** Deletes what ended a minute ago, also by the death of its server. */
export async function sweepKeptAnswers(store: Store): Promise<void> {
  const before = (await store.now()) - keptMs;
  await store.db
    .deleteFrom('keptAnswers')
    .where((is) => is(is.fn.coalesce('endedAt', 'savedAt'), '<=', before))
    .execute();
  await store.db
    .deleteFrom('keptChunks')
    .where((is) =>
      is.not(
        is.exists(
          is.selectFrom('keptAnswers').select('id').whereRef('keptAnswers.id', '=', 'keptChunks.answerId'),
        ),
      ),
    )
    .execute();
}
