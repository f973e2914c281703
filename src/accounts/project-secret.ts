import { DocentError } from '../errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import {
  deleteProjectSecret,
  findProjectSecrets,
  type SecretTable,
  setProjectSecret,
} from '../store/project-secrets.ts';
import { isInForce } from '../store/issued.ts';
import type { KeyRecord } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { issuerOf } from './issuer-of.ts';

/** The uses of a project's secrets: its forge's webhooks, or the reader tokens that its site signs. */
type SecretKind = 'webhook' | 'reader';

const kinds: Record<SecretKind, { table: SecretTable; prefix: string; length: number }> = {
  webhook: { table: 'webhooks', prefix: 'whsec_', length: 32 },
  reader: { table: 'readerSecrets', prefix: 'rds_', length: 43 },
};

/** How long the previous secret stays valid: time to install the new one, and for signed tokens to expire. */
const overlapMs = 24 * 3600_000;

/**
 * Gives a project a new secret, which is shown once. The previous one stays valid for a day.
 * @param key the key that asks for it: the secret has its bounds, and ends with it
 */
export async function rotateSecret(
  store: Store,
  kind: SecretKind,
  projectId: string,
  key?: KeyRecord,
): Promise<string> {
  const { table, prefix, length } = kinds[kind];
  const secret = prefix + randomBase62(length);
  const createdAt = await store.now();
  const issued = await issuerOf(store, key);
  await setProjectSecret(store, table, { projectId, secret, issued, createdAt }, createdAt + overlapMs);
  return secret;
}

/** Deletes a project's secrets of a kind at once. @throws DocentError `not_found` when it has none */
export async function removeSecret(store: Store, kind: SecretKind, projectId: string): Promise<void> {
  if (await deleteProjectSecret(store, kinds[kind].table, projectId)) return;
  throw new DocentError('not_found', `The project has no ${kind} secret.`);
}

/**
 * The secrets that may have signed a request; none for an unknown project.
 * @param clientIp where the request comes from
 */
export async function goodSecrets(
  store: Store,
  kind: SecretKind,
  projectId: string,
  clientIp: string | undefined,
): Promise<string[]> {
  const found = await findProjectSecrets(store, kinds[kind].table, projectId);
  if (found === undefined) return [];
  const { current, previous } = found;
  const now = await store.now();
  return [current, ...(previous !== null && previous.until > now ? [previous] : [])]
    .filter(({ issued }) => isInForce(issued, now, clientIp))
    .map(({ secret }) => secret);
}
