import { z } from '@hono/zod-openapi';
import { changeKey } from '../../accounts/change-key.ts';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import type { NewKey } from '../../accounts/check-new-key.ts';
import { admitNewKey, type KeyInfo, pageOfKeys, revokeKey, storeNewKey } from '../../accounts/keys.ts';
import { weakerKey } from '../../accounts/weaker-key.ts';
import { fromCursor, iso, listOf, pageFilter, toCursor } from '../paging.ts';
import { json } from '../respond.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, nameText, noContent } from './request.ts';

const dayMs = 86_400_000;
const usualDays = 90;
const scopes = z.array(z.enum(['read', 'write']));

const answers = z.number().int().min(1).max(1_000_000_000).optional();
const budget = z
  .strictObject({
    answersPerDay: answers,
    answersPerReaderPerDay: answers.describe('Of one signed-in reader, or of one address.'),
  })
  .describe('Of assistant keys; what is left out is not counted.');

const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['assistant', 'admin']),
    projectId: z.string().nullable(),
    name: z.string(),
    hint: z.string(),
    scopes,
    ipAllowList: z.array(z.string()),
    originAllowList: z.array(z.string()),
    budget,
    previews: z.boolean().describe('Whether it opens the project’s previews, too.'),
    parentId: z.string().nullable().describe('The key that made it; revoked with that one.'),
    status: z.enum(['active', 'expired', 'revoked']),
    expiresAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .openapi('Key');

function show({ organizationId: _, ...key }: KeyInfo) {
  const times = {
    expiresAt: iso(key.expiresAt),
    revokedAt: iso(key.revokedAt),
    createdAt: iso(key.createdAt),
    lastUsedAt: iso(key.lastUsedAt),
  };
  return { ...key, ...times, status: statusOf(key) };
}

function statusOf({ revokedAt, expiresAt }: Pick<KeyInfo, 'revokedAt' | 'expiresAt'>) {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= Date.now() ? 'expired' : 'active';
}

const shared = { tag: 'Keys', scope: 'organization', key: 'admin' } as const;
const path = '/manage/v1/organizations/{organization}/keys';
const listFilter = pageFilter.extend({ projectId: z.string().max(128).optional() });

const listRoute: Route<undefined, 'organization', z.infer<typeof listFilter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List keys',
  filter: listFilter,
  success: answerOf(listOf(keySchema), 'Newest first, revoked ones too.'),
  async handle({ deps, admission, filter: { limit, cursor, projectId }, headers }) {
    const by = { organizationId: admission.organization.id, projectId };
    const { rows, next } = await pageOfKeys(deps.store, by, { limit, after: fromCursor(cursor) });
    return json(200, { items: rows.map(show), nextCursor: toCursor(next) }, headers);
  },
};

const shape = {
  name: nameText,
  expiresInDays: z
    .union([z.literal(7), z.literal(30), z.literal(60), z.literal(90)])
    .nullish()
    .describe(`${usualDays} when no expiry is given; null never expires.`),
  expiresAt: z.string().max(64).optional().describe('In place of `expiresInDays`: any time to come.'),
  ipAllowList: z.array(z.string().max(100)).max(100).optional(),
};
const newKey = z
  .discriminatedUnion('kind', [
    z.object({
      ...shape,
      kind: z.literal('assistant'),
      projectId: z.string().max(128),
      originAllowList: z.array(z.string().max(300)).max(100).optional(),
      previews: z
        .boolean()
        .optional()
        .describe('Opens the project’s previews, too: keep such a key off public pages.'),
    }),
    z.object({ ...shape, kind: z.literal('admin'), scopes: scopes.optional() }),
  ])
  .openapi('NewKey');

const createRoute: Route<z.infer<typeof newKey>, 'organization'> = {
  ...shared,
  method: 'post',
  path,
  summary: 'Make a key',
  body: bodyOf(newKey),
  action: 'key.create',
  success: answerOf(
    keySchema.extend({ secret: z.string().describe('Shown this once.') }),
    'The key with its secret.',
    201,
  ),
  errors: ['rate_limited'],
  async handle({ deps, admission: { organization, key: parent }, body, headers, note, change }) {
    const wanted = toNewKey(body, parent);
    await admitNewKey(deps.store, organization, wanted, deps.config.limits);
    const { key, secret } = await change(async (store) => {
      const made = await storeNewKey(store, organization.id, wanted, parent?.id);
      const { id, kind, name, projectId, expiresAt, scopes } = made.key;
      note({
        projectId,
        target: { kind: 'key', id, name },
        details: { kind, expiresAt: iso(expiresAt), scopes },
      });
      return made;
    });
    return json(201, { ...show(key), secret }, headers);
  },
};

/** @param parent the key that makes it, than which it is no stronger */
function toNewKey(
  { expiresInDays, expiresAt, ...key }: z.infer<typeof newKey>,
  parent?: OrganizationAdmission['key'],
): NewKey {
  const isChosen = expiresAt !== undefined || expiresInDays !== undefined;
  const days = expiresInDays === undefined ? usualDays : expiresInDays;
  const ends = days === null ? null : Date.now() + days * dayMs;
  const usual = ends === null ? null : new Date(isChosen ? ends : Math.min(ends, parent?.expiresAt ?? ends));
  const wanted = withoutUndefined({ ...key, expiresAt: expiresAt ?? usual?.toISOString() ?? null }) as NewKey;
  return parent === undefined ? wanted : weakerKey(wanted, parent);
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const keyChanges = z
  .object({ originAllowList: z.array(z.string().max(300)).max(100).optional(), budget: budget.optional() })
  .openapi('KeyChanges');

const changeRoute: Route<z.infer<typeof keyChanges>, 'organization'> = {
  ...shared,
  method: 'patch',
  path: `${path}/{keyId}`,
  summary: 'Change from which sites an assistant key works, and how much',
  body: bodyOf(keyChanges),
  action: 'key.update',
  success: answerOf(keySchema, 'The changed key.'),
  async handle({ admission: { organization }, body, param, headers, note, change }) {
    const by = { organizationId: organization.id, id: param('keyId') };
    const changed = await change(async (store) => {
      const key = await changeKey(store, by, body);
      note({
        projectId: key.projectId,
        target: { kind: 'key', id: key.id, name: key.name },
        details: { after: body },
      });
      return key;
    });
    return json(200, show(changed), headers);
  },
};

const revokeRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'delete',
  path: `${path}/{keyId}`,
  summary: 'Revoke a key, at once and for ever',
  action: 'key.revoke',
  success: noContent,
  async handle({ admission: { organization }, param, headers, note, change }) {
    const by = { organizationId: organization.id, id: param('keyId') };
    await change(async (store) => {
      const { id, name, projectId } = await revokeKey(store, by);
      note({ projectId, target: { kind: 'key', id, name } });
    });
    return done(headers);
  },
};

export const keyRoutes = [listRoute, createRoute, changeRoute, revokeRoute];
