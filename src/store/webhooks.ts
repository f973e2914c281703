import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

export type Webhook = Tables['webhooks'];

/** Deliveries deleted in one go: each brings at most one, so this catches up. */
const maxDeleted = 200;

/** Gives a project its webhook secret; the one before stays good until `previousUntil`. */
export async function setWebhookSecret(
  store: Store,
  { projectId, secret, createdAt }: Pick<Webhook, 'projectId' | 'secret' | 'createdAt'>,
  previousUntil: number,
): Promise<void> {
  const sealed = store.seal.seal(secret);
  await store.db
    .insertInto('webhooks')
    .values({ projectId, secret: sealed, previousSecret: null, previousUntil: null, createdAt })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet((update) => ({
        secret: sealed,
        previousSecret: update.ref('webhooks.secret'),
        previousUntil,
        createdAt,
      })),
    )
    .execute();
}

export async function findWebhook(store: Store, projectId: string): Promise<Webhook | undefined> {
  const row = await store.db
    .selectFrom('webhooks')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { secret, previousSecret } = row;
  return {
    ...row,
    secret: store.seal.open(secret),
    previousSecret: previousSecret && store.seal.open(previousSecret),
  };
}

/** Takes the secrets away; false when there were none. */
export async function deleteWebhook(store: Store, projectId: string): Promise<boolean> {
  const deleted = await store.db
    .deleteFrom('webhooks')
    .where('projectId', '=', projectId)
    .returning('projectId')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Remembers a delivery; one that came before is remembered already. */
export async function addDelivery(
  store: Store,
  delivery: { projectId: string; id: string; receivedAt: number },
): Promise<void> {
  await store.db
    .insertInto('webhookDeliveries')
    .values(delivery)
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .execute();
}

export async function hasDelivery(store: Store, by: { projectId: string; id: string }): Promise<boolean> {
  const found = await store.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('projectId', '=', by.projectId)
    .where('id', '=', by.id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets deliveries from before `time`, a bounded number of them. */
export async function deleteDeliveriesBefore(store: Store, time: number): Promise<void> {
  await store.db
    .deleteFrom('webhookDeliveries')
    .where((is) =>
      is(
        is.refTuple('projectId', 'id'),
        'in',
        is
          .selectFrom('webhookDeliveries')
          .select(['projectId', 'id'])
          .where('receivedAt', '<', time)
          .limit(maxDeleted)
          .$asTuple('projectId', 'id'),
      ),
    )
    .execute();
}
