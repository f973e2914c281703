import { DocentError } from '../errors.ts';
import { randomBase62 } from '../lib/ids.ts';
import type { Store } from '../store/store.ts';
import { deleteWebhook, findWebhook, setWebhookSecret } from '../store/webhooks.ts';

/** How long the secret before stays good: long enough to set the new one at the forge. */
const overlapMs = 24 * 3600_000;

/** Gives a project a new webhook secret, shown this once. The one before stays good for a day. */
export async function rotateWebhookSecret(store: Store, projectId: string): Promise<string> {
  const secret = `whsec_${randomBase62(32)}`;
  const createdAt = await store.now();
  await setWebhookSecret(store, { projectId, secret, createdAt }, createdAt + overlapMs);
  return secret;
}

/** Takes a project's webhook secrets away, at once. @throws DocentError `not_found` when it has none */
export async function removeWebhook(store: Store, projectId: string): Promise<void> {
  if (await deleteWebhook(store, projectId)) return;
  throw new DocentError('not_found', 'The project has no webhook secret.');
}

/** The secrets that a webhook of the project may be signed with; none for an unknown project. */
export async function webhookSecrets(store: Store, projectId: string): Promise<string[]> {
  const webhook = await findWebhook(store, projectId);
  if (webhook === undefined) return [];
  const { secret, previousSecret, previousUntil } = webhook;
  const isGood = previousSecret !== null && previousUntil !== null && previousUntil > (await store.now());
  return isGood ? [secret, previousSecret] : [secret];
}
