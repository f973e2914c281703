import type { Selectable } from 'kysely';
import type { ChannelTables } from './channel-tables.ts';
import { newId } from '../lib/ids.ts';
import { inTransaction, type Store } from './store.ts';
import { requestWork } from './work.ts';

type Row = Selectable<ChannelTables['channelQuestions']>;

/** A question from a channel. `asked`, `answer` and `reply` are the channel's own. */
export type ChannelQuestion = Pick<
  Row,
  'projectId' | 'channel' | 'id' | 'state' | 'version' | 'fp' | 'threadId' | 'messageId' | 'createdAt'
> & { asked: unknown; answer: unknown; reply: unknown };

type Key = Pick<Row, 'projectId' | 'channel' | 'id'>;

/** What was asked, by whom, and in which conversation. */
type AskedBy = { fp: string; threadId: string; asked: unknown };

/** The kind of work that answers a question, or takes its answer back. */
export const answerWork = 'channel';

/** How long a message is known: as long as a channel may send it again, or its author may edit it. */
const rememberMs = 30 * 86_400_000;
/** Rows deleted per call: each call adds at most one. */
const maxDeleted = 200;

const workOf = ({ projectId, channel, id }: Key) => ({
  kind: answerWork,
  subject: `${projectId}:${channel}:${id}`,
  projectId,
  input: { channel, id },
});

/**
 * Records a question and requests its answer, in one transaction.
 * @returns false when it came before
 */
export async function addChannelQuestion(store: Store, question: Key & AskedBy): Promise<boolean> {
  const createdAt = await store.now();
  return inTransaction(store, async (within) => {
    await deleteOld(within, createdAt - rememberMs);
    const added = await within.db
      .insertInto('channelQuestions')
      .values({
        ...question,
        asked: store.seal.seal(JSON.stringify(question.asked)),
        state: 'waiting',
        version: 0,
        messageId: newId('msg'),
        answer: null,
        reply: null,
        createdAt,
      })
      .onConflict((conflict) => conflict.columns(['projectId', 'channel', 'id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added !== undefined) await requestWork(within, workOf(question));
    return added !== undefined;
  });
}

async function deleteOld({ db }: Store, time: number): Promise<void> {
  await db
    .deleteFrom('channelQuestions')
    .where((is) =>
      is(
        is.refTuple('projectId', 'channel', 'id'),
        'in',
        is
          .selectFrom('channelQuestions')
          .select(['projectId', 'channel', 'id'])
          .where('createdAt', '<', time)
          .where('state', '<>', 'draft')
          .limit(maxDeleted)
          .$asTuple('projectId', 'channel', 'id'),
      ),
    )
    .execute();
}

/**
 * Records that a message was edited or deleted, and requests that its answer follows.
 * @param edited the question as it is now; null for a deleted one
 * @returns false for a message that is not known as a question
 */
export async function changeChannelQuestion(
  store: Store,
  key: Key,
  edited: AskedBy | null,
): Promise<boolean> {
  return inTransaction(store, async (within) => {
    const changed = await of(within.db.updateTable('channelQuestions'), key)
      .set((row) => ({
        ...(edited === null
          ? { state: 'withdrawn' as const, asked: null }
          : { ...edited, state: 'waiting' as const, asked: store.seal.seal(JSON.stringify(edited.asked)) }),
        version: row('version', '+', 1),
        answer: null,
      }))
      .where('state', '<>', 'withdrawn')
      .returning('id')
      .executeTakeFirst();
    if (changed !== undefined) await requestWork(within, workOf(key));
    return changed !== undefined;
  });
}

export async function findChannelQuestion(store: Store, key: Key): Promise<ChannelQuestion | undefined> {
  const row = await of(store.db.selectFrom('channelQuestions'), key).selectAll().executeTakeFirst();
  return row && toQuestion(store, row);
}

/** What a project's team may post or discard, oldest first. */
export async function listDrafts(store: Store, projectId: string): Promise<ChannelQuestion[]> {
  const rows = await store.db
    .selectFrom('channelQuestions')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('state', '=', 'draft')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => toQuestion(store, row));
}

type Changes = Partial<Pick<ChannelQuestion, 'state' | 'fp' | 'threadId' | 'asked' | 'answer' | 'reply'>>;

/** Changes a question that was not edited or deleted meanwhile; false when it was. */
export async function updateChannelQuestion(
  store: Store,
  question: Key & Pick<Row, 'version'>,
  { asked, answer, reply, ...plain }: Changes,
): Promise<boolean> {
  const sealed = (value: unknown) => (value === null ? null : store.seal.seal(JSON.stringify(value)));
  const changed = await of(store.db.updateTable('channelQuestions'), question)
    .set({
      ...plain,
      ...(asked !== undefined && { asked: sealed(asked) }),
      ...(answer !== undefined && { answer: sealed(answer) }),
      ...(reply !== undefined && { reply: JSON.stringify(reply) }),
    })
    .where('version', '=', question.version)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Records our messages, also for a question that was edited or deleted meanwhile: they are to be changed with it. */
export async function setChannelReply(store: Store, key: Key, reply: unknown): Promise<void> {
  await of(store.db.updateTable('channelQuestions'), key)
    .set({ reply: JSON.stringify(reply) })
    .execute();
}

/** Requests that a draft is posted; false when there is no such draft. */
export async function postDraft(store: Store, key: Key): Promise<boolean> {
  return inTransaction(store, async (within) => {
    const changed = await of(within.db.updateTable('channelQuestions'), key)
      .set({ state: 'waiting' })
      .where('state', '=', 'draft')
      .returning('id')
      .executeTakeFirst();
    if (changed !== undefined) await requestWork(within, workOf(key));
    return changed !== undefined;
  });
}

/** Forgets a draft; false when there is no such draft. */
export async function discardDraft(store: Store, key: Key): Promise<boolean> {
  const changed = await of(store.db.updateTable('channelQuestions'), key)
    .set({ state: 'answered', asked: null, answer: null })
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Deletes what is kept of a person's questions. */
export async function eraseQuestionsOf(
  { db }: Store,
  { projectId, fp }: { projectId: string; fp: string },
): Promise<void> {
  await db.deleteFrom('channelQuestions').where('projectId', '=', projectId).where('fp', '=', fp).execute();
}

/** Forgets what threads have of questions; their messages stay known, so that none is answered again. */
export async function eraseQuestionsIn(
  { db }: Store,
  { projectId, threadIds }: { projectId: string; threadIds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('channelQuestions')
    .set({ state: 'answered', fp: null, threadId: null, asked: null, answer: null })
    .where('projectId', '=', projectId)
    .where('threadId', 'in', threadIds)
    .where('state', 'in', ['answered', 'draft'])
    .execute();
}

function of<Query extends { where(left: never, is: '=', right: never): Query }>(
  query: Query,
  key: Key,
): Query {
  return (['projectId', 'channel', 'id'] as const).reduce(
    (found, name) => found.where(name as never, '=', key[name] as never),
    query,
  );
}

function toQuestion({ seal }: Store, { asked, answer, reply, ...row }: Row): ChannelQuestion {
  const opened = (text: string | null): unknown => (text === null ? null : JSON.parse(seal.open(text)));
  return {
    ...row,
    version: Number(row.version),
    asked: opened(asked),
    answer: opened(answer),
    reply: reply === null ? null : JSON.parse(reply),
  };
}
