import { sql } from 'kysely';
import { addressesOfMembers } from './members.ts';
import { type Issued, isInForce, issuedByOne, parseIssued } from './issued.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { Store } from './store.ts';

/** An organization hears of at most so many growing topics at once. */
const maxRising = 50;

type Row = NotificationTables['notifications'];

/** The recipients of an organization's notifications. */
export type Notifications = Pick<Row, 'organizationId' | 'webhookUrl' | 'secret' | 'nextDigestAt'> & {
  emails: string[];
  weekly: boolean;
  alerts: boolean;
  /** Who named the webhook's address; null: a person. */
  issued: Issued | null;
};

export async function saveNotifications(store: Store, wanted: Notifications): Promise<void> {
  const { organizationId, ...rest } = wanted;
  const row = {
    ...rest,
    emails: JSON.stringify(wanted.emails),
    secret: store.seal.seal(wanted.secret),
    weekly: Number(wanted.weekly),
    alerts: Number(wanted.alerts),
    issued: wanted.issued && JSON.stringify(wanted.issued),
  };
  await store.db
    .insertInto('notifications')
    .values({ organizationId, ...row })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
    .execute();
}

export async function findNotifications(
  store: Store,
  organizationId: string,
): Promise<Notifications | undefined> {
  const row = await store.db
    .selectFrom('notifications')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row && (await toNotifications(store, row));
}

export async function listNotifications(store: Store): Promise<Notifications[]> {
  const rows = await store.db.selectFrom('notifications').selectAll().execute();
  return Promise.all(rows.map((row) => toNotifications(store, row)));
}

export async function setNextDigest(store: Store, organizationId: string, at: number): Promise<void> {
  await store.db
    .updateTable('notifications')
    .set({ nextDigestAt: at })
    .where('organizationId', '=', organizationId)
    .execute();
}

export async function wasTold(store: Store, organizationId: string, name: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('toldAlerts')
    .select('name')
    .where('organizationId', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a sent notification; records from before `before` are deleted. */
export async function markTold(
  store: Store,
  told: NotificationTables['toldAlerts'],
  before: number,
): Promise<void> {
  await store.db
    .insertInto('toldAlerts')
    .values(told)
    .onConflict((conflict) => conflict.columns(['organizationId', 'name']).doNothing())
    .execute();
  await store.db.deleteFrom('toldAlerts').where('createdAt', '<', before).execute();
}

/** Failed deployments of an organization since a time, without previews. */
export async function listFailedDeployments(
  store: Store,
  by: { organizationId: string; since: number },
): Promise<{ id: string; summary: string; domain: string; name: string }[]> {
  return await store.db
    .selectFrom('deployments')
    .innerJoin('projects', 'projects.id', 'deployments.projectId')
    .select(['deployments.id', 'deployments.summary', 'projects.domain', 'projects.name'])
    .where('projects.organizationId', '=', by.organizationId)
    .where('projects.previewOf', 'is', null)
    .where('deployments.status', '=', 'failure')
    .where('deployments.createdAt', '>=', by.since)
    .orderBy('deployments.createdAt')
    .limit(20)
    .execute();
}

/** Keys of an organization that expire before a time. */
export async function listEndingKeys(
  store: Store,
  by: { organizationId: string; now: number; until: number },
): Promise<{ id: string; name: string; expiresAt: number }[]> {
  const rows = await store.db
    .selectFrom('keys')
    .select(['id', 'name', 'expiresAt'])
    .where('organizationId', '=', by.organizationId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', by.now)
    .where('expiresAt', '<', by.until)
    .orderBy('expiresAt')
    .limit(20)
    .execute();
  return rows.flatMap(({ expiresAt, ...key }) => (expiresAt === null ? [] : [{ ...key, expiresAt }]));
}

/** Open topics of any project with many more unanswered questions in the last week than in the week before. */
export async function listRisingGaps(
  store: Store,
  by: { organizationId: string; now: number; minQuestions: number },
): Promise<{ id: string; projectId: string; domain: string; name: string; count: number; before: number }[]> {
  const week = 7 * 86_400_000;
  const since = by.now - week;
  const recent = sql<number>`sum(case when "gapTurns"."createdAt" >= ${since} then 1 else 0 end)`;
  const before = sql<number>`sum(case when "gapTurns"."createdAt" < ${since} then 1 else 0 end)`;
  return await store.db
    .selectFrom('gapTurns')
    .innerJoin('gaps', 'gaps.id', 'gapTurns.gapId')
    .innerJoin('projects', 'projects.id', 'gapTurns.projectId')
    .select(['gapTurns.gapId as id', 'projects.id as projectId', 'domain', 'projects.name'])
    .select([recent.as('count'), before.as('before')])
    .where('projects.organizationId', '=', by.organizationId)
    .where('projects.previewOf', 'is', null)
    .where('gapTurns.createdAt', '>=', since - week)
    .where('gapTurns.status', 'in', ['unanswered', 'partial'])
    .where('gaps.status', '=', 'open')
    .groupBy(['gapTurns.gapId', 'projects.id'])
    .having(recent, '>=', by.minQuestions)
    .having(sql<boolean>`${recent} >= 2 * ${before}`)
    .orderBy('count', 'desc')
    .limit(maxRising)
    .execute();
}

/** Forgets the addresses that the keys named. */
export async function endIssuedNotifications(
  store: Store,
  organizationId: string,
  keys: readonly string[],
): Promise<void> {
  await store.db
    .updateTable('notifications')
    .set({ webhookUrl: null, issued: null })
    .where('organizationId', '=', organizationId)
    .where(issuedByOne('issued', keys))
    .execute();
}

/** Forgets the address of somebody who has left an organization, or all of them. */
export async function dropRecipient(store: Store, email: string, organizationId?: string): Promise<void> {
  const rows = await store.db
    .selectFrom('notifications')
    .selectAll()
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId!))
    .execute();
  for (const row of rows) {
    const named = JSON.parse(row.emails) as string[];
    if (!named.includes(email)) continue;
    await store.db
      .updateTable('notifications')
      .set({ emails: JSON.stringify(named.filter((one) => one !== email)) })
      .where('organizationId', '=', row.organizationId)
      .execute();
  }
}

/** Only current members are recipients, whoever was named. */
async function toNotifications(store: Store, row: Row): Promise<Notifications> {
  const issued = parseIssued(row.issued);
  const named = JSON.parse(row.emails) as string[];
  return {
    ...row,
    issued,
    webhookUrl: isInForce(issued, Date.now()) ? row.webhookUrl : null,
    emails: await addressesOfMembers(store, row.organizationId, named),
    secret: store.seal.open(row.secret),
    weekly: row.weekly === 1,
    alerts: row.alerts === 1,
  };
}
