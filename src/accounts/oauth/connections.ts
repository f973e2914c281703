import { DocentError } from '../../errors.ts';
import { cleanLine } from '../../lib/clean-text.ts';
import { createSeal } from '../../lib/seal.ts';
import { hashSecret } from '../../lib/secrets.ts';
import { deleteGrant, findOAuthRecord, listGrants } from '../../store/oauth-records.ts';
import type { Store } from '../../store/store.ts';

/** A client that a person let read a project's docs. */
type Connection = {
  id: string;
  client: string;
  project: { domain: string; name: string };
  createdAt: number;
  expiresAt: number;
};

const maxNameLength = 80;

/** A client's name as people see it: nobody has checked it. */
export function clientName(name: unknown): string {
  return (
    (typeof name === 'string' ? cleanLine(name).slice(0, maxNameLength) : '') || 'A program without a name'
  );
}

export async function listConnections(store: Store, userId: string): Promise<Connection[]> {
  const now = await store.now();
  const grants = await listGrants(store, userId, now);
  return Promise.all(
    grants.map(async ({ hash: id, clientId, domain, name, createdAt, expiresAt }) => ({
      id,
      client: await nameOf(store, clientId ?? '', now),
      project: { domain, name },
      createdAt,
      expiresAt,
    })),
  );
}

/** Ends what a client may do, with its tokens. @throws DocentError `not_found` */
export async function endConnection(store: Store, by: { userId: string; id: string }): Promise<void> {
  if (await deleteGrant(store, { userId: by.userId, hash: by.id })) return;
  throw new DocentError('not_found', 'You have no connection with this id.');
}

/** A client with a metadata document is known by its host, others by what they called themselves. */
async function nameOf(store: Store, clientId: string, now: number): Promise<string> {
  if (clientId.startsWith('https://')) return new URL(clientId).host;
  const record = await findOAuthRecord(store, 'Client', hashSecret(clientId), now);
  const client =
    record && (JSON.parse(createSeal(clientId).open(record.payload)) as { client_name?: unknown });
  return clientName(client?.client_name);
}
