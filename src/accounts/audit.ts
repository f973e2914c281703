import { newId } from '../lib/ids.ts';
import { addAuditEntry, type AuditEntry } from '../store/audit.ts';
import { inTransaction, type Store } from '../store/store.ts';

export { listAuditEntries, type AuditEntry } from '../store/audit.ts';

/** Who does something. */
export type Actor = { kind: 'user' | 'key' | 'system'; id: string | null; name: string };

/** Somebody at the server's own terminal. */
export const commandLine: Actor = { kind: 'system', id: null, name: 'command line' };

/** What was done; `details` say what changed and never hold a secret. */
export type Deed = {
  organizationId: string;
  projectId?: string | null;
  actor: Actor;
  action: string;
  target?: AuditEntry['target'];
  details?: Record<string, unknown>;
  ip?: string | null;
};

/** Does something and writes down what it was: afterwards both are there, or neither. */
export function doAndRecord<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
  deedsOf: (result: Result) => Deed[],
): Promise<Result> {
  return inTransaction(store, async (transaction) => {
    const result = await work(transaction);
    for (const deed of deedsOf(result)) await recordDeed(transaction, deed);
    return result;
  });
}

export async function recordDeed(store: Store, deed: Deed): Promise<void> {
  const { organizationId, actor, action } = deed;
  await addAuditEntry(store, {
    id: newId('aud'),
    organizationId,
    projectId: deed.projectId ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    target: deed.target ?? null,
    details: deed.details ?? {},
    ip: deed.ip ?? null,
    createdAt: await store.now(),
  });
}
