import { sql } from 'kysely';
import { isInRange } from '../lib/ip-range.ts';
import type { Store } from './store.ts';

/** The key that made something which opens a door, with the bounds of that key, which cannot change. */
export type Issued = {
  by: string;
  /** The expiry of the key, in milliseconds since 1970; null: never. */
  until: number | null;
  /** The addresses from which the key may be used; empty for any. */
  from: string[];
};

/**
 * What is made now carries, if a key makes it; null for what a person makes. In the transaction that makes it, so that a
 * key that is revoked at the same moment leaves nothing behind.
 * @returns undefined when the key was revoked meanwhile
 */
export async function issueWith(
  store: Store,
  key: { id: string; expiresAt: number | null; ipAllowList: string[] } | undefined,
): Promise<Issued | null | undefined> {
  if (key === undefined) return null;
  const { id: by, expiresAt: until, ipAllowList: from } = key;
  return (await isUnrevoked(store, by)) ? { by, until, from } : undefined;
}

/** Holds the key as it is until the transaction ends. */
async function isUnrevoked({ db, kind }: Store, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('keys')
    .select('id')
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .$if(kind === 'postgres' && db.isTransaction, (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether something may still be used, and from an address, where there is one. */
export function isInForce(issued: Issued | null, now: number, clientIp?: string): boolean {
  if (issued === null) return true;
  if (issued.until !== null && issued.until <= now) return false;
  const { from } = issued;
  return clientIp === undefined || from.length === 0 || from.some((range) => isInRange(clientIp, range));
}

export function parseIssued(text: string | null): Issued | null {
  return text === null ? null : (JSON.parse(text) as Issued);
}

export const issuerStatements: string[] = [
  ...['webhooks', '"readerSecrets"'].flatMap((table) => [
    `alter table ${table} add column issued text`,
    `alter table ${table} add column "previousIssued" text`,
  ]),
  `alter table notifications add column issued text`,
];

/** SQL that is true for what one of the keys issued; their ids hold no character that has a meaning here. */
export function issuedByOne(column: string, keys: readonly string[]) {
  const marks = keys.map((key) => sql<boolean>`${sql.ref(column)} like ${`%"by":"${key}"%`}`);
  return sql<boolean>`(${sql.join(marks, sql` or `)})`;
}
