import { type Issued, issuedByOne, isInForce, parseIssued } from './issued.ts';
import type { Store } from './store.ts';

type Secrets = Record<string, string>;
type Of = { projectId: string; channel: string };

const hourMs = 3_600_000;

const idOf = ({ projectId, channel }: Of) => `${projectId}:${channel}`;

/** Stores the secrets of a project's channel, encrypted, in place of those before. @param given.isNew whether they differ */
export async function setChannelSecrets(
  store: Store,
  of: Of,
  { secrets, issued, isNew = true }: { secrets: Secrets; issued: Issued | null; isNew?: boolean },
): Promise<void> {
  const next = {
    ...(isNew && { receivedAt: null, refusedAt: null }),
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

/** Records that a request came, once an hour. */
export async function noteChannelRequest(
  { db }: Store,
  of: Of,
  { what, at }: { what: 'receivedAt' | 'refusedAt'; at: number },
): Promise<void> {
  await db
    .updateTable('channelSecrets')
    .set({ [what]: at })
    .where('id', '=', idOf(of))
    .where((is) => is.or([is(what, 'is', null), is(what, '<', at - hourMs)]))
    .execute();
}

/** Whether requests came since the secrets were stored: with a right signature, or lately with wrong ones alone. */
export async function findChannelRequests({ db }: Store, of: Of): Promise<'none' | 'refused' | 'received'> {
  const row = await db
    .selectFrom('channelSecrets')
    .select(['receivedAt', 'refusedAt'])
    .where('id', '=', idOf(of))
    .executeTakeFirst();
  const { receivedAt = null, refusedAt = null } = row ?? {};
  // A right one within the hour is not recorded again.
  if (refusedAt !== null && Number(refusedAt) > Number(receivedAt ?? 0) + hourMs) return 'refused';
  return receivedAt === null ? 'none' : 'received';
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
