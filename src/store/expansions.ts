import type { ExpansionTables } from './expansion-tables.ts';
import { inTransaction, type Store } from './store.ts';

type StoredExpansion = Pick<ExpansionTables['expansions'], 'projectId' | 'hash' | 'context' | 'questions'>;

/** A section is asked for until this many replies had nothing readable about it. */
const maxTries = 3;

/** Rows per statement: databases limit the number of parameters. */
const atOnce = 100;

/** The expansions of a project's sections, by hash; '' for those that a model has nothing to say about. */
export async function listExpansions(
  store: Store,
  projectId: string,
): Promise<Map<string, Pick<StoredExpansion, 'context' | 'questions'>>> {
  const rows = await known(store, projectId).select(['hash', 'context', 'questions']).execute();
  return new Map(rows.map(({ hash, context, questions }) => [hash, { context, questions }]));
}

/** The hashes of a project's sections with an expansion, in a stable order. */
export async function listExpandedHashes(store: Store, projectId: string): Promise<string[]> {
  const rows = await known(store, projectId).select('hash').orderBy('hash').execute();
  return rows.map(({ hash }) => hash);
}

/** Which of these hashes have an expansion by now; at most 100. */
export async function findExpansions(
  store: Store,
  projectId: string,
  hashes: string[],
): Promise<Pick<StoredExpansion, 'hash' | 'context' | 'questions'>[]> {
  return await known(store, projectId)
    .select(['hash', 'context', 'questions'])
    .where('hash', 'in', hashes)
    .execute();
}

function known({ db }: Store, projectId: string) {
  return db
    .selectFrom('expansions')
    .where('projectId', '=', projectId)
    .where((is) => is.or([is('tries', '=', 0), is('tries', '>=', maxTries)]));
}

/** Stores what a model answered; the first answer about a text is kept. */
export async function addExpansions(store: Store, expansions: readonly StoredExpansion[]): Promise<void> {
  const createdAt = await store.now();
  await inTransaction(store, async ({ db }) => {
    for (let from = 0; from < expansions.length; from += atOnce) {
      const rows = expansions.slice(from, from + atOnce);
      await db
        .insertInto('expansions')
        .values(rows.map((row) => ({ ...row, costMicros: 0, tries: 0, createdAt })))
        .onConflict((conflict) =>
          conflict
            .columns(['projectId', 'hash'])
            .doUpdateSet((set) => ({
              context: set.ref('excluded.context'),
              questions: set.ref('excluded.questions'),
              tries: 0,
            }))
            .where('expansions.tries', '>', 0),
        )
        .execute();
    }
  });
}

/** Counts replies without anything readable about these sections; at most 100. */
export async function countUnreadable(store: Store, projectId: string, hashes: string[]): Promise<void> {
  const createdAt = await store.now();
  await store.db
    .insertInto('expansions')
    .values(
      hashes.map((hash) => ({
        projectId,
        hash,
        context: '',
        questions: '',
        costMicros: 0,
        tries: 1,
        createdAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'hash'])
        .doUpdateSet((set) => ({ tries: set('expansions.tries', '+', 1) }))
        .where('expansions.tries', '>', 0),
    )
    .execute();
}

/** Deletes what is older than `before`: calls, and expansions that no section uses. */
export async function forgetExpansions(
  store: Store,
  projectId: string,
  { before, needed }: { before: number; needed: ReadonlySet<string> },
): Promise<void> {
  await store.db
    .deleteFrom('expansionCalls')
    .where('projectId', '=', projectId)
    .where('createdAt', '<', before)
    .execute();
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
