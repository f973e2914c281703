import type { Store } from './store.ts';

/** Deliveries deleted per call: each call adds at most one, so deletion keeps up. */
const maxDeleted = 200;

/** Records a delivery; a repeated one changes nothing. */
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

/** Deletes deliveries from before `time`, a bounded number per call. */
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
