import {
  type Key,
  keyBudget,
  usualKeyDays,
  keySchema,
  newKeySchema,
} from '../../protocol/manage/key-schema.ts';
import { z } from '@hono/zod-openapi';
import { changeKey } from '../../accounts/change-key.ts';
import type { OrganizationAdmission } from '../../accounts/admit.ts';
import type { NewKey } from '../../accounts/check-new-key.ts';
import { admitNewKey, type KeyInfo, pageOfKeys, revokeKey, storeNewKey } from '../../accounts/manage-keys.ts';
import { restrictKey } from '../../accounts/restrict-key.ts';
import { fileFilter, listRoute } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { answerOf, bodyOf, route, withoutUndefined } from '../json-route.ts';

const dayMs = 86_400_000;
function show({ organizationId: _, ...key }: KeyInfo): Key {
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

const getAll = listRoute({
  ...shared,
  path,
  summary: 'List keys',
  filter: fileFilter.extend({ projectId: z.string().max(128).optional() }),
  item: keySchema,
  order: 'Newest first, revoked ones too',
  read: ({ deps, admission, filter: { projectId } }, page) =>
    pageOfKeys(deps.store, { organizationId: admission.organization.id, projectId }, page),
  show,
  file: 'keys',
  columns: [
    ...(['name', 'kind', 'hint', 'projectId', 'status', 'scopes'] as const),
    ...(['ipAllowList', 'originAllowList'] as const),
    ...(['createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'] as const),
  ],
});

const createRoute = route({
  ...shared,
  method: 'post',
  path,
  summary: 'Make a key',
  body: bodyOf(newKeySchema),
  action: 'key.create',
  success: answerOf(
    keySchema.extend({ secret: z.string().describe('Shown this once.') }),
    'The key with its secret.',
    201,
  ),
  errors: ['rate_limited'],
  async handle({ deps, admission: { organization, key: parent }, body, note, change }) {
    const wanted = toNewKey(body, parent);
    await admitNewKey(deps.store, organization, wanted, deps.config.limits);
    const { key, secret } = await change(async (store) => {
      const made = await storeNewKey(store, organization.id, wanted, parent);
      const { id, kind, name, projectId, expiresAt, scopes } = made.key;
      note({
        projectId,
        target: { kind: 'key', id, name },
        details: { kind, expiresAt: iso(expiresAt), scopes },
      });
      return made;
    });
    return { ...show(key), secret };
  },
});

/** @param parent the key that creates the new one and limits its rights */
function toNewKey(
  { expiresInDays, expiresAt, ...key }: z.infer<typeof newKeySchema>,
  parent?: OrganizationAdmission['key'],
): NewKey {
  const isChosen = expiresAt !== undefined || expiresInDays !== undefined;
  const days = expiresInDays === undefined ? usualKeyDays : expiresInDays;
  const ends = days === null ? null : Date.now() + days * dayMs;
  const usual = ends === null ? null : new Date(isChosen ? ends : Math.min(ends, parent?.expiresAt ?? ends));
  const wanted = withoutUndefined({ ...key, expiresAt: expiresAt ?? usual?.toISOString() ?? null }) as NewKey;
  return parent === undefined ? wanted : restrictKey(wanted, parent);
}

const keyChanges = z
  .object({ originAllowList: z.array(z.string().max(300)).max(100).optional(), budget: keyBudget.optional() })
  .openapi('KeyChanges');

const changeRoute = route({
  ...shared,
  method: 'patch',
  path: `${path}/{keyId}`,
  summary: 'Change the allowed sites and the limits of an assistant key',
  body: bodyOf(keyChanges),
  action: 'key.update',
  success: answerOf(keySchema, 'The changed key.'),
  async handle({ admission: { organization, key: used }, body, param, note, change }) {
    const by = { organizationId: organization.id, id: param('keyId') };
    const changed = await change(async (store) => {
      const key = await changeKey(store, by, body, used);
      note({
        projectId: key.projectId,
        target: { kind: 'key', id: key.id, name: key.name },
        details: { after: body },
      });
      return key;
    });
    return show(changed);
  },
});

const revokeRoute = route({
  ...shared,
  method: 'delete',
  path: `${path}/{keyId}`,
  summary: 'Revoke a key at once and for ever',
  action: 'key.revoke',
  async handle({ admission: { organization }, param, note, change }) {
    const by = { organizationId: organization.id, id: param('keyId') };
    await change(async (store) => {
      const { id, name, projectId } = await revokeKey(store, by);
      note({ projectId, target: { kind: 'key', id, name } });
    });
  },
});

export const keyRoutes = [getAll, createRoute, changeRoute, revokeRoute];
