import { type Issued, issuedByOne, isInForce, parseIssued } from './issued.ts';
import type { Store } from './store.ts';

type Secrets = Record<string, string>;
type Of = { projectId: string; channel: string };

const idOf = ({ projectId, channel }: Of) => `${projectId}:${channel}`;

/** Stores the secrets of a project's channel, encrypted, in place of those before. */
export async function setChannelSecrets(
  store: Store,
  of: Of,
  { secrets, issued }: { secrets: Secrets; issued: Issued | null },
): Promise<void> {
  const next = {
    secrets: store.seal.seal(JSON.stringify(secrets)),
    issued: issued && JSON.stringify(issued),
    createdAt: await store.now(),
  };
  await store.db
    .insertInto('channelSecrets')
    .values({ id: idOf(of), projectId: of.projectId, ...next })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(next))
    .execute();
}

/**
 * The secrets of a project's channel; undefined without any, and when the key that set them is over.
 * @param clientIp where a request comes from that they are to verify
 */
export async function findChannelSecrets(
  store: Store,
  of: Of,
  clientIp?: string,
): Promise<Secrets | undefined> {
  const row = await store.db
    .selectFrom('channelSecrets')
    .selectAll()
    .where('id', '=', idOf(of))
    .executeTakeFirst();
  if (row === undefined || !isInForce(parseIssued(row.issued), await store.now(), clientIp)) return undefined;
  return JSON.parse(store.seal.open(row.secrets)) as Secrets;
}

export async function deleteChannelSecrets({ db }: Store, of: Of): Promise<void> {
  await db.deleteFrom('channelSecrets').where('id', '=', idOf(of)).execute();
}

/** Deletes what the keys set. */
export async function endIssuedChannels(
  { db }: Store,
  organizationId: string,
  keys: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('channelSecrets')
    .where('projectId', 'in', (of) =>
      of.selectFrom('projects').select('id').where('organizationId', '=', organizationId),
    )
    .where(issuedByOne('issued', keys))
    .execute();
}
