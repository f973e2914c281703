import { sql } from 'kysely';
import { dropRecipient } from './notifications.ts';
import { inTransaction, type Store } from './store.ts';
import type { User } from './users.ts';

/** Deletes a person with their sessions and memberships; the audit log loses their name and address. */
export async function erasePerson(store: Store, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await inTransaction(store, async (transaction) => {
    const { db } = transaction;
    await db
      .updateTable('auditEntries')
      .set({ actorName: 'a deleted person', ip: null })
      .where('actorId', '=', id)
      .execute();
    for (const named of [id, email]) {
      await db
        .updateTable('auditEntries')
        .set({ target: null })
        .where(sql<boolean>`target like ${`%${plain(JSON.stringify(named))}%`} escape '\\'`)
        .execute();
    }
    const address = JSON.stringify(email);
    await db
      .updateTable('auditEntries')
      .set({ details: sql<string>`replace(details, ${address}, '"a deleted person"')` })
      .where(sql<boolean>`details like ${`%${plain(address)}%`} escape '\\'`)
      .execute();
    await dropRecipient(transaction, email);
    await db
      .deleteFrom('toldAlerts')
      .where(sql<boolean>`name like ${`% by ${plain(email)}`} escape '\\'`)
      .execute();
    await db.deleteFrom('invitations').where('email', '=', email).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
  });
}

/** A text without wildcards. */
function plain(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&');
}
