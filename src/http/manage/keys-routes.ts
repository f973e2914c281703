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
import { fileFilter, listResponse } from '../list-answer.ts';
import { iso } from '../page-filter.ts';
import { countedListOf } from '../../protocol/manage/list-schema.ts';
import type { Route } from '../route.ts';
import { answerOf, bodyOf, done, noContent, withoutUndefined } from './answer-of.ts';

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
const listFilter = fileFilter.extend({ projectId: z.string().max(128).optional() });

const listAnswer = answerOf(
  countedListOf(keySchema),
  'Newest first, revoked ones too; with `format=csv` one row each.',
);

const listRoute: Route<undefined, 'organization', z.infer<typeof listFilter>> = {
  ...shared,
  method: 'get',
  path,
  summary: 'List keys',
  filter: listFilter,
  success: listAnswer,
  async handle({ deps, admission, filter: { projectId, ...filter }, headers }) {
    const by = { organizationId: admission.organization.id, projectId };
    return listResponse(
      { answer: listAnswer, filter, headers },
      {
        read: (page) => pageOfKeys(deps.store, by, page),
        show,
        file: 'keys',
        columns: [
          ...([
            'name',
            'kind',
            'hint',
            'projectId',
            'status',
            'scopes',
            'ipAllowList',
            'originAllowList',
          ] as const),
          ...(['createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'] as const),
        ],
      },
    );
  },
};

const createAnswer = answerOf(
  keySchema.extend({ secret: z.string().describe('Shown this once.') }),
  'The key with its secret.',
  201,
);

const createRoute: Route<z.infer<typeof newKeySchema>, 'organization'> = {
  ...shared,
  method: 'post',
  path,
  summary: 'Make a key',
  body: bodyOf(newKeySchema),
  action: 'key.create',
  success: createAnswer,
  errors: ['rate_limited'],
  async handle({ deps, admission: { organization, key: parent }, body, headers, note, change }) {
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
    return createAnswer.json({ ...show(key), secret }, headers);
  },
};

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

const changeAnswer = answerOf(keySchema, 'The changed key.');

const changeRoute: Route<z.infer<typeof keyChanges>, 'organization'> = {
  ...shared,
  method: 'patch',
  path: `${path}/{keyId}`,
  summary: 'Change the allowed sites and the limits of an assistant key',
  body: bodyOf(keyChanges),
  action: 'key.update',
  success: changeAnswer,
  async handle({ admission: { organization, key: used }, body, param, headers, note, change }) {
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
    return changeAnswer.json(show(changed), headers);
  },
};

const revokeRoute: Route<undefined, 'organization'> = {
  ...shared,
  method: 'delete',
  path: `${path}/{keyId}`,
  summary: 'Revoke a key at once and for ever',
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
