import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import type { Store } from '../store/store.ts';
import type { NewKey } from './check-new-key.ts';
import { ensureProject, makeFirstKeys } from './ensure-project.ts';
import { createKey, listKeys, revokeKey } from './manage-keys.ts';

async function withProject(t: TestContext) {
  const store = await openTestStore(t);
  const ensured = await ensureProject(store, { folder: '/docs' });
  await makeFirstKeys(store, ensured.project);
  return { store, ...ensured };
}

/** Everything in the database, as text. */
async function dump(store: Store): Promise<string> {
  return JSON.stringify(await store.db.selectFrom('keys').selectAll().execute());
}

test('a key is shown once, stored hashed, and listed by its hint', async (t) => {
  const { store, organization, project } = await withProject(t);
  const made = await createKey(store, organization, {
    kind: 'assistant',
    projectId: project.id,
    name: ' Site ',
  });
  assert.match(made.secret, /^svc_dsc_/);
  const listed = await listKeys(store, organization.id);
  assert.deepEqual(
    listed.find(({ id }) => id === made.key.id),
    made.key,
  );
  assert.equal(made.key.name, 'Site');
  assert.equal(made.key.hint, `svc_dsc_…${made.secret.slice(-4)}`);
  const random = made.secret.slice('svc_dsc_'.length, -4);
  assert.ok(!(await dump(store)).includes(random));
  assert.ok(!JSON.stringify(listed).includes(random));
  assert.ok(!listed.some((key) => 'hash' in key));
});

test('expiry, addresses, scopes and origins are kept as asked, and an admin key may do all by default', async (t) => {
  const { store, organization, project } = await withProject(t);
  const ipAllowList = ['203.0.113.9', '10.0.0.0/8', '2001:db8::/32'];
  const expiresAt = '2999-01-31T12:00:00+02:00';
  const site = { kind: 'assistant', projectId: project.id, name: 'a', expiresAt, ipAllowList } as const;
  const origins = ['https://docs.example.com', 'http://localhost:3000'];
  const assistant = await createKey(store, organization, { ...site, originAllowList: origins });
  assert.deepEqual(assistant.key.ipAllowList, ipAllowList);
  assert.deepEqual(assistant.key.originAllowList, origins);
  assert.equal(assistant.key.expiresAt, Date.parse('2999-01-31T10:00:00Z'));
  const admin = await createKey(store, organization, { kind: 'admin', name: 'b' });
  assert.deepEqual([admin.key.scopes, admin.key.projectId], [['read', 'write'], null]);
  const reader = await createKey(store, organization, { kind: 'admin', name: 'c', scopes: ['read'] });
  assert.deepEqual(reader.key.scopes, ['read']);
});

test('what a key cannot be is a 400 that names the field', async (t) => {
  const { store, organization } = await withProject(t);
  const admin = { kind: 'admin', name: 'a' } as const;
  const assistant = { kind: 'assistant', name: 'a', projectId: 'prj_x' } as const;
  const wrong: [NewKey, string][] = [
    [{ ...admin, name: ' ' }, 'name'],
    [{ ...admin, name: 'x'.repeat(101) }, 'name'],
    [{ ...admin, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ ...admin, expiresAt: '2999-02-30T00:00:00Z' }, 'expiresAt'],
    [{ ...admin, expiresAt: '2999-01-01' }, 'expiresAt'],
    [{ ...admin, expiresAt: '2999-01-01T00:00:00' }, 'expiresAt'],
    [{ ...admin, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ ...admin, ipAllowList: ['10.0.0.1', '0.0.0.0/0'] }, 'ipAllowList.1'],
    [{ ...admin, ipAllowList: ['::/0'] }, 'ipAllowList.0'],
    [{ ...admin, ipAllowList: ['::ffff:0:0/96'] }, 'ipAllowList.0'],
    [{ ...admin, ipAllowList: ['localhost'] }, 'ipAllowList.0'],
    [{ ...admin, ipAllowList: Array.from({ length: 101 }, () => '10.0.0.1') }, 'ipAllowList'],
    [{ ...admin, scopes: [] }, 'scopes'],
    [{ ...admin, scopes: ['root' as 'read'] }, 'scopes'],
    [{ ...assistant, originAllowList: ['https://docs.example.com/'] }, 'originAllowList.0'],
    [{ ...assistant, originAllowList: ['*'] }, 'originAllowList.0'],
    [{ ...assistant, originAllowList: ['javascript:alert(1)'] }, 'originAllowList.0'],
  ];
  for (const [key, path] of wrong) {
    const refusal = await refusalOf(createKey(store, organization, key));
    assert.equal(refusal.code, 'invalid_request');
    assert.deepEqual(
      refusal.details?.map((detail) => detail.path),
      [path],
    );
  }
  assert.equal((await listKeys(store, organization.id)).length, 3, 'only those of the first start');
});

test('a key cannot be made for a project of another organization', async (t) => {
  const { store, project } = await withProject(t);
  const stranger = { id: 'org_other', plan: {} };
  const key = { kind: 'assistant', name: 'a', projectId: project.id } as const;
  assert.equal((await refusalOf(createKey(store, stranger, key))).code, 'not_found');
});

test('at most 10 keys are made per organization and hour, and wrong requests count for nothing', async (t) => {
  const { store, organization } = await withProject(t);
  const key = { kind: 'admin', name: 'a' } as const;
  await refusalOf(createKey(store, organization, { ...key, name: '' }));
  for (let i = 0; i < 10; i++) await createKey(store, organization, key);
  const refusal = await refusalOf(createKey(store, organization, key));
  assert.equal(refusal.code, 'rate_limited');
  assert.equal(refusal.headers['ratelimit-limit'], '10');
  assert.equal((await listKeys(store, organization.id)).length, 13);
});

test('a key is revoked by its own organization only', async (t) => {
  const { store, organization } = await withProject(t);
  const { key } = await createKey(store, organization, { kind: 'admin', name: 'a' });
  const foreign = await refusalOf(revokeKey(store, { organizationId: 'org_other', id: key.id }));
  const unknown = await refusalOf(revokeKey(store, { organizationId: organization.id, id: 'key_x' }));
  assert.deepEqual([foreign.code, foreign.message], [unknown.code, unknown.message]);
  assert.equal(foreign.code, 'not_found');
  await revokeKey(store, { organizationId: organization.id, id: key.id });
  const revoked = (await listKeys(store, organization.id)).find(({ id }) => id === key.id);
  assert.ok(revoked?.revokedAt);
});
