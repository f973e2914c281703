import { type CountedPage, type PageRequest, newestFirst } from './paging.ts';
import { inTransaction, type Store } from './store.ts';
import type { TriggerTables } from './trigger-tables.ts';
import { lockProject, requestWork } from './work.ts';

/** An event that may start a job. */
export type Trigger = Omit<TriggerTables['triggers'], 'about'> & { about: unknown };

/** The kind of work that handles a trigger; its subject is the trigger's id. */
export const triggerWork = 'trigger';

/** Records an event and queues its handling; false when it was recorded before. */
export async function addTrigger(
  store: Store,
  trigger: Pick<Trigger, 'id' | 'projectId' | 'kind' | 'subject' | 'about'>,
): Promise<boolean> {
  return inTransaction(store, async (store) => {
    const isNew = { outcome: 'waiting' as const, reason: null, jobId: null, place: null, tries: 0 };
    const row = { ...isNew, createdAt: await store.now() };
    const added = await store.db
      .insertInto('triggers')
      .values({ ...trigger, ...row, about: JSON.stringify(trigger.about) })
      .onConflict((conflict) => conflict.columns(['projectId', 'kind', 'subject']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) return false;
    await requestWork(store, { kind: triggerWork, subject: trigger.id, projectId: trigger.projectId });
    return true;
  });
}

export async function findTrigger(store: Store, id: string): Promise<Trigger | undefined> {
  const row = await store.db.selectFrom('triggers').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, about: JSON.parse(row.about) };
}

/** Records the outcome, unless there is one. */
export async function endTrigger(
  store: Store,
  id: string,
  end: { outcome: 'job'; jobId: string } | { outcome: 'ignored' | 'failed'; reason: string },
): Promise<void> {
  await store.db
    .updateTable('triggers')
    .set(end)
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();
}

/** Records what was found out about an event. */
export async function noteAbout(store: Store, { id, about }: Pick<Trigger, 'id' | 'about'>): Promise<void> {
  await store.db
    .updateTable('triggers')
    .set({ about: JSON.stringify(about) })
    .where('id', '=', id)
    .execute();
}

/** The newest events of a kind since a time, newest first. */
export async function recentTriggers(
  store: Store,
  projectId: string,
  { kind, since, limit }: { kind: Trigger['kind']; since: number; limit: number },
): Promise<Trigger[]> {
  const rows = await store.db
    .selectFrom('triggers')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, about: JSON.parse(row.about) as unknown }));
}

/** Says why an event waits. */
export async function noteWaiting(store: Store, id: string, reason: string | null): Promise<void> {
  await store.db
    .updateTable('triggers')
    .set({ reason })
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();
}

/** Records that an event could not be handled, and why. */
export async function noteFailedTry(store: Store, id: string, reason: string): Promise<void> {
  await store.db
    .updateTable('triggers')
    .set(({ eb }) => ({ reason, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('outcome', '=', 'waiting')
    .execute();
}

/** Kinds of events that continue a job, at once; the others wait in line to start one. */
const roundKinds: Trigger['kind'][] = ['review', 'checks', 'conflict'];

/** Events that wait to start a job, in the order in which they do. */
export async function listWaiting(
  store: Store,
  by: { projectId: string; kind?: Trigger['kind'] },
  limit: number,
): Promise<Trigger[]> {
  const rows = await store.db
    .selectFrom('triggers')
    .selectAll()
    .where('projectId', '=', by.projectId)
    .where('outcome', '=', 'waiting')
    .where('kind', 'not in', roundKinds)
    .$if(by.kind !== undefined, (query) => query.where('kind', '=', by.kind!))
    .orderBy('place', (order) => order.asc().nullsLast())
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, about: JSON.parse(row.about) as unknown }));
}

/** How many events can be reordered. */
const maxLine = 1_000;

/** Moves an event within the line of those that wait. @returns false when it does not wait in line */
export async function moveTrigger(
  store: Store,
  { projectId, id }: { projectId: string; id: string },
  to: 'first' | 'up' | 'down',
): Promise<boolean> {
  return inTransaction(store, async (store) => {
    await lockProject(store, projectId);
    const line = await listWaiting(store, { projectId }, maxLine);
    const from = line.findIndex((one) => one.id === id);
    if (from < 0) return false;
    const target = { first: 0, up: Math.max(from - 1, 0), down: Math.min(from + 1, line.length - 1) }[to];
    line.splice(target, 0, ...line.splice(from, 1));
    // Those behind have greater places, or none.
    const ahead = line.slice(0, Math.max(from, target) + 1);
    for (const [place, one] of ahead.entries())
      await store.db.updateTable('triggers').set({ place }).where('id', '=', one.id).execute();
    return true;
  });
}

/** Handles an event anew that started no job. @returns the event as it is then; undefined when there is none */
export async function retryTrigger(
  store: Store,
  { projectId, id }: { projectId: string; id: string },
): Promise<Trigger | undefined> {
  return inTransaction(store, async (store) => {
    const row = await store.db
      .updateTable('triggers')
      .set({ outcome: 'waiting', reason: null, tries: 0 })
      .where('projectId', '=', projectId)
      .where('id', '=', id)
      .where('outcome', '!=', 'job')
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await requestWork(store, { kind: triggerWork, subject: id, projectId });
    return { ...row, about: JSON.parse(row.about) as unknown };
  });
}

/** Drops an event that waits. @returns the event as it is then; undefined when there is none that waits */
export async function dropTrigger(
  store: Store,
  by: { projectId: string; id: string },
): Promise<Trigger | undefined> {
  const row = await store.db
    .updateTable('triggers')
    .set({ outcome: 'ignored', reason: 'A person dropped it.' })
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .where('outcome', '=', 'waiting')
    .returningAll()
    .executeTakeFirst();
  return row && { ...row, about: JSON.parse(row.about) as unknown };
}

/** Jobs that were started since a time. */
export async function countStarted(store: Store, projectId: string, since: number): Promise<number> {
  const { count } = await store.db
    .selectFrom('triggers')
    .select(({ fn }) => fn.count<number | string>('jobId').distinct().as('count'))
    .where('projectId', '=', projectId)
    .where('outcome', '=', 'job')
    .where('kind', 'not in', roundKinds)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The last job of a kind of trigger for other subjects with this prefix. */
export async function lastJobOf(
  store: Store,
  by: { projectId: string; kind: Trigger['kind']; prefix: string; not: string },
): Promise<string | null> {
  const rows = await store.db
    .selectFrom('triggers')
    .select(['subject', 'jobId'])
    .where('projectId', '=', by.projectId)
    .where('kind', '=', by.kind)
    .where('outcome', '=', 'job')
    .where('subject', '!=', by.not)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute();
  return rows.find(({ subject }) => subject.startsWith(by.prefix))?.jobId ?? null;
}

/** How often a kind of trigger began a round of a job. */
export async function countRounds(store: Store, jobId: string, kind: Trigger['kind']): Promise<number> {
  const { count } = await store.db
    .selectFrom('triggers')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('jobId', '=', jobId)
    .where('kind', '=', kind)
    .where('outcome', '=', 'job')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Reviewers' comments that were given to a job and have no reply yet, oldest first. */
export async function listUnanswered(store: Store, jobId: string): Promise<Trigger[]> {
  const rows = await store.db
    .selectFrom('triggers')
    .selectAll()
    .where('jobId', '=', jobId)
    .where('kind', '=', 'review')
    .where('outcome', '=', 'job')
    .where('reason', 'is', null)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({ ...row, about: JSON.parse(row.about) as unknown }));
}

/** A round's answer to a reviewer's comment, by the comment's id. */
export type RoundAnswer = { comment: string; text: string; done: boolean };

/** Keeps a round's answers with their comments until the forge has them, because the next round has others. */
export async function keepAnswers(
  store: Store,
  jobId: string,
  answers: readonly RoundAnswer[],
): Promise<void> {
  for (const trigger of answers.length === 0 ? [] : await listUnanswered(store, jobId)) {
    const about = trigger.about as { id: string };
    const answer = answers.find(({ comment }) => comment === about.id);
    if (answer !== undefined) await noteAbout(store, { id: trigger.id, about: { ...about, answer } });
  }
}

/** Records that a comment has a reply. */
export async function noteAnswered(store: Store, id: string): Promise<void> {
  await store.db.updateTable('triggers').set({ reason: 'Answered.' }).where('id', '=', id).execute();
}

/** Newest first. */
export async function pageOfTriggers(
  store: Store,
  projectId: string,
  page: PageRequest,
): Promise<CountedPage<Trigger>> {
  const query = store.db.selectFrom('triggers').selectAll().where('projectId', '=', projectId);
  return newestFirst(query, page, (row) => ({ ...row, about: JSON.parse(row.about) as unknown }));
}
