import { type Selectable, sql } from 'kysely';
import { endIssuedNotifications } from './notifications.ts';
import { type Organization, toOrganization } from './organizations.ts';
import { type PageRequest, type CountedPage, newestFirst } from './paging.ts';
import { endIssuedChannels } from './channel-secrets.ts';
import { endIssuedSecrets } from './project-secrets.ts';
import { endIssuedSettings, type Project, toProject } from './projects.ts';
import { prepareRead } from './prepared.ts';
import type { Tables } from './schema.ts';
import { inTransaction, type Store } from './store.ts';
import { allOf, firstOf } from './records.ts';

export type KeyScope = 'read' | 'write';

/** Limits of a key, within those of its organization; absent ones do not apply. */
export type KeyBudget = {
  answersPerDay?: number | undefined;
  /** Per reader token subject, or per address. */
  answersPerReaderPerDay?: number | undefined;
};

export type KeyRecord = {
  id: string;
  kind: 'assistant' | 'admin';
  organizationId: string;
  /** Assistant keys only. */
  projectId: string | null;
  name: string;
  /** SHA-256 (hex) of the whole secret. */
  hash: string;
  /** Enough of the secret to recognise it, too little to use it. */
  hint: string;
  scopes: KeyScope[];
  /** Addresses and CIDR ranges; empty allows any. */
  ipAllowList: string[];
  /** Origins; empty allows any. */
  originAllowList: string[];
  expiresAt: number | null;
  revokedAt: number | null;
  createdAt: number;
  lastUsedAt: number | null;
  /** Whether it also opens the project's previews; assistant keys only. */
  previews: boolean;
  /** The key that created this one; revoking that one revokes this one. */
  parentId: string | null;
  budget: KeyBudget;
};

export async function addKey(
  store: Store,
  key: Omit<KeyRecord, 'previews' | 'parentId' | 'budget'> & Partial<KeyRecord>,
): Promise<void> {
  await store.db
    .insertInto('keys')
    .values({
      ...key,
      scopes: JSON.stringify(key.scopes),
      ipAllowList: JSON.stringify(key.ipAllowList),
      originAllowList: JSON.stringify(key.originAllowList),
      previews: Number(key.previews ?? false),
      budget: JSON.stringify(key.budget ?? {}),
    })
    .execute();
}

/** All columns, for `toKey`. */
const keys = ({ db }: Store) => db.selectFrom('keys').selectAll();

/** The one query without a tenant: it determines the tenant. */
export async function findKeyByHash(store: Store, hash: string): Promise<KeyRecord | undefined> {
  return firstOf(keys(store).where('hash', '=', hash), toKey);
}

export async function findKeysByHash(store: Store, hashes: readonly string[]): Promise<KeyRecord[]> {
  if (hashes.length === 0) return [];
  return allOf(keys(store).where('hash', 'in', hashes), toKey);
}

/** A key with its organization, and the requested project when the organization has it. */
export type KeyTarget = { key: KeyRecord; organization: Organization; project: Project | undefined };

const keyColumns = [
  'id',
  'kind',
  'organizationId',
  'projectId',
  'name',
  'hash',
  'hint',
  'scopes',
  'ipAllowList',
  'originAllowList',
  'expiresAt',
  'revokedAt',
  'createdAt',
  'lastUsedAt',
  'previews',
  'parentId',
  'budget',
] as const;
const projectColumns = [
  'id',
  'organizationId',
  'domain',
  'name',
  'baseUrl',
  'settings',
  'source',
  'currentDeploymentId',
  'createdAt',
  'previewOf',
  'branch',
  'expiresAt',
  'pollAt',
  'sourceFaults',
] as const;
const organizationColumns = ['id', 'name', 'slug', 'plan', 'createdAt'] as const;

/**
 * As `findKeyByHash`, with everything that admission needs: it runs for every question, so it is one query.
 * @param target the requested project by domain or id, the key's own project, or none
 */
export async function findKeyTarget(
  store: Store,
  hash: string,
  target: { domain?: string | undefined; projectId?: string | undefined } | 'own',
): Promise<KeyTarget | undefined> {
  const { domain, projectId = '' } = target === 'own' ? {} : target;
  const named = target === 'own' ? {} : domain === undefined ? { projectId } : { domain };
  const [row] = await keyTargets(store, { hash, ...named });
  if (row === undefined) return undefined;
  const project = part(row, 'project', projectColumns) as Tables['projects'];
  return {
    key: toKey(part(row, 'key', keyColumns) as Selectable<Tables['keys']>),
    organization: toOrganization(part(row, 'organization', organizationColumns) as Tables['organizations']),
    project: project.id === null ? undefined : toProject(project),
  };
}

type Wanted = { hash: string; domain?: string; projectId?: string };

const keyTargets = prepareRead(({ db }, { hash, domain, projectId }: Wanted) =>
  db
    .selectFrom('keys')
    .innerJoin('organizations', 'organizations.id', 'keys.organizationId')
    .leftJoin('projects', (join) => {
      const own = join.onRef('projects.organizationId', '=', 'keys.organizationId');
      if (domain !== undefined) return own.on('projects.domain', '=', domain);
      if (projectId !== undefined) return own.on('projects.id', '=', projectId);
      return own.onRef('projects.id', '=', 'keys.projectId');
    })
    .select(keyColumns.map((name) => `keys.${name} as key_${name}` as const))
    .select(organizationColumns.map((name) => `organizations.${name} as organization_${name}` as const))
    .select(projectColumns.map((name) => `projects.${name} as project_${name}` as const))
    .where('keys.hash', '=', hash),
);

/** The columns of one table. */
function part(row: object, table: string, columns: readonly string[]): object {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(columns.map((name) => [name, values[`${table}_${name}`]]));
}

/** All keys of an organization, including revoked ones, newest first. */
export async function listKeys(store: Store, organizationId: string): Promise<KeyRecord[]> {
  return allOf(
    keys(store).where('organizationId', '=', organizationId).orderBy('createdAt', 'desc').orderBy('id'),
    toKey,
  );
}

/** Keys of an organization, or those that open one project, including revoked ones, newest first. */
export async function pageOfKeys(
  store: Store,
  by: { organizationId: string; projectId?: string | undefined },
  page: PageRequest,
): Promise<CountedPage<KeyRecord>> {
  const query = keys(store)
    .where('organizationId', '=', by.organizationId)
    .$if(by.projectId !== undefined, (query) => query.where('projectId', '=', by.projectId!));
  return newestFirst(query, page, toKey);
}

export async function findKey(
  store: Store,
  by: { organizationId: string; id: string },
): Promise<KeyRecord | undefined> {
  return firstOf(keys(store).where('organizationId', '=', by.organizationId).where('id', '=', by.id), toKey);
}

/** Revokes a key and all that it made, for ever: keys, secrets, settings. False when the organization has no such key. */
export async function revokeKey(
  store: Store,
  key: { organizationId: string; id: string },
  at: number,
): Promise<boolean> {
  return inTransaction(store, async (transaction) => {
    const family = await revokeFamily(transaction, key, at);
    if (family.length === 0) return false;
    await endIssuedSettings(transaction, key.organizationId, family);
    await endIssuedSecrets(transaction, key.organizationId, family, at);
    await endIssuedChannels(transaction, key.organizationId, family);
    await endIssuedNotifications(transaction, key.organizationId, family);
    return true;
  });
}

async function revokeFamily(
  { db }: Store,
  key: { organizationId: string; id: string },
  at: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive family (id) as (
      select id from keys where "organizationId" = ${key.organizationId} and id = ${key.id}
      union select keys.id from keys join family on keys."parentId" = family.id
    )
    update keys set "revokedAt" = coalesce("revokedAt", ${at}) where id in (select id from family)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Changes the given fields; false when the organization has no such key, or it was revoked. */
export async function updateKey(
  store: Store,
  key: { organizationId: string; id: string },
  { originAllowList, budget }: Pick<KeyRecord, 'originAllowList' | 'budget'>,
): Promise<boolean> {
  const updated = await store.db
    .updateTable('keys')
    .set({ originAllowList: JSON.stringify(originAllowList), budget: JSON.stringify(budget) })
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function recordKeyUse(
  store: Store,
  key: { organizationId: string; id: string },
  at: number,
): Promise<void> {
  await store.db
    .updateTable('keys')
    .set({ lastUsedAt: at })
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .execute();
}

function toKey(row: Selectable<Tables['keys']>): KeyRecord {
  return {
    ...row,
    previews: row.previews === 1,
    scopes: JSON.parse(row.scopes),
    ipAllowList: JSON.parse(row.ipAllowList),
    originAllowList: JSON.parse(row.originAllowList),
    budget: JSON.parse(row.budget),
  };
}
