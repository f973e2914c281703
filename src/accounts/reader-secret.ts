import { DocentError } from '../errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import { deleteReaderSecret, findReaderSecret, setReaderSecret } from '../store/reader-secrets.ts';
import type { Store } from '../store/store.ts';

/** How long the secret before stays good: long enough for every token that it signed to expire. */
const overlapMs = 24 * 3600_000;

/** Gives a project a new secret that its site signs reader tokens with, shown this once. */
export async function rotateReaderSecret(store: Store, projectId: string): Promise<string> {
  const secret = `rds_${randomBase62(43)}`;
  const createdAt = await store.now();
  await setReaderSecret(store, { projectId, secret, createdAt }, createdAt + overlapMs);
  return secret;
}

/** Takes a project's reader secrets away, at once. @throws DocentError `not_found` when it has none */
export async function removeReaderSecret(store: Store, projectId: string): Promise<void> {
  if (await deleteReaderSecret(store, projectId)) return;
  throw new DocentError('not_found', 'The project has no reader secret.');
}

/** The secrets that a reader token of the project may be signed with. */
export async function readerSecrets(store: Store, projectId: string): Promise<string[]> {
  const found = await findReaderSecret(store, projectId);
  if (found === undefined) return [];
  const { secret, previousSecret, previousUntil } = found;
  const isGood = previousSecret !== null && previousUntil !== null && previousUntil > (await store.now());
  return isGood ? [secret, previousSecret] : [secret];
}
