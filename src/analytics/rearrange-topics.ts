import { newId } from '../lib/ids.ts';
import { DocentError } from '../errors.ts';
import { mergeTopics, undoMerge } from '../store/topic-merges.ts';
import { lockTopics } from '../store/topic-counts.ts';
import { addTopic, moveQuestions } from '../store/topics.ts';
import { inTransaction, type Store } from '../store/store.ts';
import { requireTopic } from './topics.ts';

type By = { projectId: string; id: string };

/** Merges topics into one, which keeps its name and state. @throws DocentError `not_found` */
export async function joinTopics(store: Store, by: By, others: string[]): Promise<void> {
  await inTransaction(store, async (within) => {
    // Locks all at once: one by one could deadlock.
    await lockTopics(within, [by.id, ...others]);
    await requireTopic(within, by);
    for (const id of new Set(others)) {
      if (id === by.id) continue;
      await requireTopic(within, { ...by, id });
      await mergeTopics(within, { projectId: by.projectId, from: id, into: by.id, byPerson: true });
    }
  });
}

/** Undoes merges of the last day. @throws DocentError `not_found` */
export async function separateTopics(store: Store, by: By, ids: string[]): Promise<void> {
  await inTransaction(store, async (within) => {
    await lockTopics(within, [by.id, ...ids]);
    for (const from of new Set(ids))
      if (!(await undoMerge(within, { projectId: by.projectId, from, into: by.id })))
        throw new DocentError('not_found', 'In the last day no topic with this id was merged into this one.');
  });
}

/**
 * Moves questions of a topic to another, or to a new one.
 * @returns the id of their new topic
 * @throws DocentError `not_found`
 */
export async function moveToTopic(
  store: Store,
  by: By,
  { turnIds, to }: { turnIds: string[]; to: string | null },
): Promise<string> {
  return inTransaction(store, async (within) => {
    const from = await requireTopic(within, by);
    const into = to ?? newId('gap');
    if (to === null)
      await addTopic(within, { id: into, projectId: by.projectId, createdAt: from.lastAskedAt });
    else await requireTopic(within, { ...by, id: to });
    await moveQuestions(within, { projectId: by.projectId, turnIds, from: by.id, into });
    return into;
  });
}
