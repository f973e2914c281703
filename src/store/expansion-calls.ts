import { newId } from '../lib/ids.ts';
import { inTransaction, type Store } from './store.ts';
import { addUsage, type Usage } from './usage.ts';

type Budget = { maxMicros: number; /** The begin of the month. */ since: number };

/**
 * Takes the estimated cost of a call out of a project's budget. Exact under any concurrency: the project's row is locked
 * first. That of a process that died stays taken, because the call may have been paid.
 * @returns the call's id; null when that exceeds the budget
 */
export async function beginExpansionCall(
  store: Store,
  projectId: string,
  estimateMicros: number,
  { maxMicros, since }: Budget,
): Promise<string | null> {
  return inTransaction(store, async (transaction) => {
    await transaction.db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', projectId)
      .$if(store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    const spent = await sumExpansionCost(transaction, projectId, since);
    if (spent + estimateMicros > maxMicros) return null;
    const call = {
      id: newId('excall'),
      projectId,
      costMicros: estimateMicros,
      createdAt: await transaction.now(),
    };
    await transaction.db.insertInto('expansionCalls').values(call).execute();
    return call.id;
  });
}

/** Records what a call cost, and adds it to the usage of the project that made it. */
export async function endExpansionCall(
  store: Store,
  id: string,
  { projectId, ...used }: Pick<Usage, 'inputTokens' | 'outputTokens' | 'costMicros'> & { projectId: string },
): Promise<void> {
  await inTransaction(store, async (transaction) => {
    const { costMicros } = used;
    await transaction.db.updateTable('expansionCalls').set({ costMicros }).where('id', '=', id).execute();
    await addUsage(transaction, projectId, await transaction.now(), used);
  });
}

/** The cost of a project's expansion calls since a time, in millionths of a US dollar. */
export async function sumExpansionCost(store: Store, projectId: string, since: number): Promise<number> {
  const costs = await Promise.all([
    sumIn(store, 'expansionCalls', projectId, since),
    // Earlier versions stored the cost with the expansions.
    sumIn(store, 'expansions', projectId, since),
  ]);
  return costs[0] + costs[1];
}

async function sumIn(
  { db }: Store,
  table: 'expansionCalls' | 'expansions',
  projectId: string,
  since: number,
): Promise<number> {
  const { cost } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.sum<number | string | null>('costMicros').as('cost'))
    .where('projectId', '=', projectId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(cost ?? 0);
}
