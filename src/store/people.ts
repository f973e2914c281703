import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';
import type { User } from './users.ts';

/** Deletes a person with their sessions and memberships; their audit log entries lose the name. */
export async function erasePerson(store: Store, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await inTransaction(store, async ({ db }) => {
    await db
      .updateTable('auditEntries')
      .set({ actorName: 'a deleted person', ip: null })
      .where('actorId', '=', id)
      .execute();
    for (const named of [id, email]) {
      await db
        .updateTable('auditEntries')
        .set({ target: null })
        .where(
          sql<boolean>`target like ${`%${JSON.stringify(named).replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`,
        )
        .execute();
    }
    await db.deleteFrom('invitations').where('email', '=', email).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
  });
}
