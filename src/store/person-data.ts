import type { Store } from './store.ts';

export type PersonData = Awaited<ReturnType<typeof readPersonData>>;

/** A person's questions in a project with the answers, oldest first. */
export async function readPersonData({ db }: Store, by: { projectId: string; fp: string }) {
  const turns = await db
    .selectFrom('turns')
    .leftJoin('feedback', (join) =>
      join
        .onRef('feedback.projectId', '=', 'turns.projectId')
        .onRef('feedback.messageId', '=', 'turns.messageId'),
    )
    .select(['turns.threadId', 'turns.question', 'turns.answer', 'turns.currentPath', 'turns.createdAt'])
    .select(['feedback.helpful', 'feedback.comment'])
    .innerJoin('threads', (join) =>
      join.onRef('threads.projectId', '=', 'turns.projectId').onRef('threads.id', '=', 'turns.threadId'),
    )
    .where('turns.projectId', '=', by.projectId)
    .where((is) => is.or([is('turns.fp', '=', by.fp), is('threads.fp', '=', by.fp)]))
    .orderBy('turns.createdAt')
    .orderBy('turns.id')
    .execute();
  const searches = await db
    .selectFrom('searches')
    .select(['query', 'resultCount', 'createdAt'])
    .where('projectId', '=', by.projectId)
    .where('fp', '=', by.fp)
    .orderBy('createdAt')
    .execute();
  return { turns, searches };
}
