import type { Store } from './store.ts';

type Id = { projectId: string; messageId: string };

/** A response with the thread that it belongs to; `fp` is of the thread. */
export type StoredResponse = { response: string; threadId: string; fp: string };

/** Keeps the response of a turn that is stored; nothing when the turn was deleted meanwhile. */
export async function keepResponse({ db }: Store, by: Id, response: string): Promise<void> {
  await db
    .insertInto('responses')
    .columns(['projectId', 'messageId', 'response'])
    .expression((from) =>
      from
        .selectFrom('turns')
        .select(({ val }) => ['projectId', 'messageId', val(response).as('response')])
        .where('projectId', '=', by.projectId)
        .where('messageId', '=', by.messageId),
    )
    .execute();
}

export async function findResponse({ db }: Store, by: Id): Promise<StoredResponse | undefined> {
  return await db
    .selectFrom('responses')
    .innerJoin('turns', (join) =>
      join
        .onRef('turns.projectId', '=', 'responses.projectId')
        .onRef('turns.messageId', '=', 'responses.messageId'),
    )
    .innerJoin('threads', (join) =>
      join.onRef('threads.projectId', '=', 'turns.projectId').onRef('threads.id', '=', 'turns.threadId'),
    )
    .select(['responses.response', 'turns.threadId', 'threads.fp'])
    .where('responses.projectId', '=', by.projectId)
    .where('responses.messageId', '=', by.messageId)
    .executeTakeFirst();
}
