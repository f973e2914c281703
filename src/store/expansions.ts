import type { ExpansionTables } from './expansion-tables.ts';
import { inTransaction, type Store } from './store.ts';
import { addUsage, type Usage } from './usage.ts';

export type StoredExpansion = ExpansionTables['expansions'];

/** Rows per statement: databases limit the number of parameters. */
const atOnce = 100;

/** The expansions of a project's sections, by hash. */
export async function listExpansions(
  store: Store,
  projectId: string,
): Promise<Map<string, Pick<StoredExpansion, 'context' | 'questions'>>> {
  const rows = await store.db
    .selectFrom('expansions')
    .select(['hash', 'context', 'questions'])
    .where('projectId', '=', projectId)
    .execute();
  return new Map(rows.map(({ hash, context, questions }) => [hash, { context, questions }]));
}

/** Stores a call's expansions and adds its usage to the project's, in one transaction. */
export async function addExpansions(
  store: Store,
  expansions: Omit<StoredExpansion, 'createdAt'>[],
  { projectId, ...used }: Pick<Usage, 'inputTokens' | 'outputTokens' | 'costMicros'> & { projectId: string },
): Promise<void> {
  const createdAt = await store.now();
  await inTransaction(store, async (transaction) => {
    for (let from = 0; from < expansions.length; from += atOnce) {
      const rows = expansions.slice(from, from + atOnce).map((row) => ({ ...row, createdAt }));
      await transaction.db
        .insertInto('expansions')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await addUsage(transaction, projectId, createdAt, used);
  });
}

/** The cost of a project's expansions since a time, in millionths of a US dollar. */
export async function sumExpansionCost(store: Store, projectId: string, since: number): Promise<number> {
  const { cost } = await store.db
    .selectFrom('expansions')
    .select(({ fn }) => fn.sum<number | string | null>('costMicros').as('cost'))
    .where('projectId', '=', projectId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(cost ?? 0);
}

/** Deletes expansions older than `before` that no section uses. */
export async function forgetExpansions(
  store: Store,
  projectId: string,
  { before, needed }: { before: number; needed: ReadonlySet<string> },
): Promise<void> {
  const rows = await store.db
    .selectFrom('expansions')
    .select('hash')
    .where('projectId', '=', projectId)
    .where('createdAt', '<', before)
    .execute();
  const unneeded = rows.map(({ hash }) => hash).filter((hash) => !needed.has(hash));
  for (let from = 0; from < unneeded.length; from += atOnce)
    await store.db
      .deleteFrom('expansions')
      .where('projectId', '=', projectId)
      .where('hash', 'in', unneeded.slice(from, from + atOnce))
      .execute();
}
