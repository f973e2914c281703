import { newId } from '../lib/ids.ts';
import { addAuditEntry, type AuditEntry } from '../store/audit.ts';
import type { Store } from '../store/store.ts';

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
