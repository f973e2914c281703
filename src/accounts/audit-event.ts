import { newId } from '../lib/ids.ts';
import { addAuditEntry, type AuditEntry } from '../store/audit.ts';
import { inTransaction, type Store } from '../store/store.ts';

/** The person, key or program that acts. */
export type Actor = { kind: 'user' | 'key' | 'system'; id: string | null; name: string };

/** Somebody at the server's own terminal. */
export const commandLine: Actor = { kind: 'system', id: null, name: 'command line' };

/** An actor as other people may see it: without the e-mail address. */
export const nameOfActor = ({ kind, name }: Actor): string =>
  kind === 'key' ? `the key “${name}”` : name.replace(/@.*/s, '');

/** What was done; `details` name what changed and never contain a secret. */
export type AuditEvent = {
  organizationId: string;
  projectId?: string | null;
  actor: Actor;
  action: string;
  target?: AuditEntry['target'];
  details?: Record<string, unknown>;
  ip?: string | null;
};

/** Makes a change and its audit log entry in one transaction. */
export function withAudit<Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
  auditEventsOf: (result: Result) => AuditEvent[],
): Promise<Result> {
  return inTransaction(store, async (transaction) => {
    const result = await work(transaction);
    for (const event of auditEventsOf(result)) await recordAuditEvent(transaction, event);
    return result;
  });
}

export async function recordAuditEvent(store: Store, event: AuditEvent): Promise<void> {
  const { organizationId, actor, action } = event;
  await addAuditEntry(store, {
    id: newId('aud'),
    organizationId,
    projectId: event.projectId ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action,
    target: event.target ?? null,
    details: event.details ?? {},
    ip: event.ip ?? null,
    createdAt: await store.now(),
  });
}
