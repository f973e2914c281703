import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { refusalOf } from '../../test/helpers/refusal.ts';
import { addOrganization } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import { type AdmissionRequest, admit, admitToOrganization, type Target } from './admit.ts';
import type { NewKey } from './check-new-key.ts';
import { ensureProject, makeFirstKeys } from './ensure-project.ts';
import { newKeySecret } from './key-secret.ts';
import { createKey, listKeys, revokeKey } from './manage-keys.ts';
import { createProject } from './manage-projects.ts';

type Scene = Awaited<ReturnType<typeof scene>>;

/** A server with one project and its two keys, a second project, and a project of another organization. */
async function scene(t: TestContext) {
  const store = await openTestStore(t);
  const { organization, project } = await ensureProject(store, { folder: '/docs' });
  const keys = await makeFirstKeys(store, project);
  const sources = [{ kind: 'folder', path: '/x' } as const];
  const sibling = await createProject(store, { organizationId: organization.id, name: 'sibling', sources });
  const strangers = { id: 'org_s', name: 'Strangers', slug: 'strangers', plan: {}, createdAt: 1 };
  await addOrganization(store, strangers);
  const foreign = await createProject(store, { organizationId: strangers.id, name: 'foreign', sources });
  return { store, organization, project, sibling, foreign, ...keys! };
}

function request(secret: string, changes: Partial<AdmissionRequest> = {}): AdmissionRequest {
  const kind = secret.startsWith('svc_dsc_') ? 'assistant' : 'admin';
  const authorization = `Bearer ${secret}`;
  return { authorization, kind, clientIp: '203.0.113.9', origin: undefined, method: 'POST', ...changes };
}

function ask(store: Store, target: Target, secret: string, changes: Partial<AdmissionRequest> = {}) {
  return admit(store, { ...request(secret, changes), target });
}

async function makeKey({ store, organization }: Scene, key: NewKey): Promise<string> {
  return (await createKey(store, organization, key)).secret;
}

test('a key of the project is let in, by domain and by id', async (t) => {
  const { store, organization, project, assistantKey, adminKey } = await scene(t);
  const admitted = await ask(store, { domain: project.domain }, assistantKey);
  assert.equal(admitted.project.id, project.id);
  assert.deepEqual(admitted.organization, organization);
  assert.deepEqual(admitted.actor.kind, 'key');
  assert.equal((await ask(store, { projectId: project.id }, adminKey)).project.id, project.id);
  assert.equal((await admitToOrganization(store, request(adminKey))).organization.id, organization.id);
});

test('a request without a bearer key is a 401 missing_key', async (t) => {
  const { store, project, assistantKey } = await scene(t);
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    assistantKey,
    `Basic ${assistantKey}`,
    `Bearer ${assistantKey} x`,
  ]) {
    const refusal = await refusalOf(ask(store, { domain: project.domain }, assistantKey, { authorization }));
    assert.equal(refusal.code, 'missing_key', authorization);
    assert.equal(refusal.headers['www-authenticate'], 'Bearer');
  }
});

test('the scheme may be written in any case', async (t) => {
  const { store, project, assistantKey } = await scene(t);
  const admitted = await ask(store, { domain: project.domain }, assistantKey, {
    authorization: `bearer  ${assistantKey} `,
  });
  assert.equal(admitted.project.id, project.id);
});

test('unknown, revoked and malformed keys get one and the same 401', async (t) => {
  const { store, organization, project, assistantKey } = await scene(t);
  const [made] = (await listKeys(store, organization.id)).filter(
    ({ name, kind }) => kind === 'assistant' && name === project.domain,
  );
  await revokeKey(store, { organizationId: organization.id, id: made!.id });
  const secrets = [assistantKey, newKeySecret('assistant'), 'svc_dsc_', 'x', 'svc_dsc_' + '0'.repeat(30)];
  const bodies = new Set<string>();
  for (const secret of secrets) {
    const { code, message } = await refusalOf(ask(store, { domain: project.domain }, secret));
    bodies.add(`${code}: ${message}`);
  }
  assert.equal(bodies.size, 1);
  assert.match([...bodies][0]!, /^invalid_key: /);
});

test('a revocation holds from the next request on, on every server', async (t) => {
  const { store, organization, project, adminKey } = await scene(t);
  await ask(store, { projectId: project.id }, adminKey);
  const [key] = (await listKeys(store, organization.id)).filter(({ kind }) => kind === 'admin');
  await revokeKey(store, { organizationId: organization.id, id: key!.id });
  assert.equal((await refusalOf(ask(store, { projectId: project.id }, adminKey))).code, 'invalid_key');
});

test('an expired key is a 401 expired_key', async (t) => {
  const at = await scene(t);
  const expiresAt = '2999-01-01T00:00:00Z';
  const secret = await makeKey(at, { kind: 'admin', name: 'a', expiresAt });
  await ask(at.store, { projectId: at.project.id }, secret);
  await at.store.db
    .updateTable('keys')
    .set({ expiresAt: Date.now() - 1 })
    .where('name', '=', 'a')
    .execute();
  const refusal = await refusalOf(ask(at.store, { projectId: at.project.id }, secret));
  assert.deepEqual([refusal.code, refusal.status], ['expired_key', 401]);
});

test('a key of the wrong kind is a 403, and the kind comes from the record, not from the prefix', async (t) => {
  const { store, project, assistantKey, adminKey } = await scene(t);
  const target = { domain: project.domain };
  const assistant = await refusalOf(ask(store, target, assistantKey, { kind: 'admin' }));
  assert.equal(assistant.code, 'wrong_key_kind');
  // The endpoint decides what an admin key may do where readers' keys are expected.
  assert.equal((await ask(store, target, adminKey, { kind: 'assistant' })).by, 'admin');
  await store.db.updateTable('keys').set({ kind: 'admin', projectId: null, scopes: '["read"]' }).execute();
  assert.equal((await ask(store, target, assistantKey, { method: 'GET' })).by, 'admin');
});

test('a key with an IP allow-list is a 403 from anywhere else', async (t) => {
  const at = await scene(t);
  const secret = await makeKey(at, { kind: 'admin', name: 'a', ipAllowList: ['10.0.0.0/8', '2001:db8::1'] });
  const from = (clientIp: string) => ask(at.store, { projectId: at.project.id }, secret, { clientIp });
  await from('10.1.2.3');
  await from('2001:db8::1');
  for (const ip of ['11.0.0.1', '2001:db8::2', '0.0.0.0']) {
    assert.equal((await refusalOf(from(ip))).code, 'ip_not_allowed');
  }
});

test('a key with an origin allow-list is a 403 from other websites and from none', async (t) => {
  const at = await scene(t);
  const originAllowList = ['https://docs.example.com'];
  const projectId = at.project.id;
  const secret = await makeKey(at, { kind: 'assistant', projectId, name: 'a', originAllowList });
  const from = (origin: string | undefined) => ask(at.store, { projectId }, secret, { origin });
  await from('https://docs.example.com');
  for (const origin of ['https://evil.example.com', 'http://docs.example.com', 'null', '', undefined]) {
    assert.equal((await refusalOf(from(origin))).code, 'origin_not_allowed', origin);
  }
});

test('an admin key with the scope read may GET and HEAD at every endpoint, with write everything', async (t) => {
  const at = await scene(t);
  const reader = await makeKey(at, { kind: 'admin', name: 'r', scopes: ['read'] });
  const writer = await makeKey(at, { kind: 'admin', name: 'w', scopes: ['write'] });
  const target = { projectId: at.project.id };
  for (const kind of ['admin', 'assistant'] as const)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      await ask(at.store, target, writer, { kind, method });
      const read = ask(at.store, target, reader, { kind, method });
      if (method === 'GET' || method === 'HEAD') await read;
      else assert.equal((await refusalOf(read)).code, 'insufficient_scope');
    }
});

test('a foreign project is the same 404 as one that does not exist', async (t) => {
  const { store, foreign, sibling, assistantKey, adminKey } = await scene(t);
  const refused: [Target, string][] = [
    [{ domain: foreign.domain }, assistantKey],
    [{ domain: sibling.domain }, assistantKey],
    [{ domain: 'unknown' }, assistantKey],
    [{ domain: '' }, assistantKey],
    [{ domain: 'do\0cs\ud800' }, assistantKey],
    [{ projectId: foreign.id }, adminKey],
    [{ projectId: 'prj_unknown' }, adminKey],
    [{}, assistantKey],
  ];
  const bodies = new Set<string>();
  for (const [target, secret] of refused) {
    const { code, message } = await refusalOf(ask(store, target, secret));
    bodies.add(`${code}: ${message}`);
  }
  assert.deepEqual([...bodies], ['not_found: There is no such project for this key.']);
  await ask(store, { projectId: sibling.id }, adminKey);
});

test('the last use of a key is remembered, a refusal of its kind is not', async (t) => {
  const { store, organization, project, assistantKey } = await scene(t);
  const lastUse = async () =>
    (await listKeys(store, organization.id)).find(
      ({ name, kind }) => kind === 'assistant' && name === project.domain,
    )!.lastUsedAt;
  await refusalOf(ask(store, { domain: project.domain }, assistantKey, { kind: 'admin' }));
  assert.equal(await lastUse(), null);
  await ask(store, { domain: project.domain }, assistantKey);
  assert.ok(await lastUse());
});

test('no refusal names the key', async (t) => {
  const { store, foreign, adminKey } = await scene(t);
  const refusals = [
    await refusalOf(ask(store, { projectId: foreign.id }, adminKey)),
    await refusalOf(ask(store, { projectId: foreign.id }, adminKey, { kind: 'assistant' })),
    await refusalOf(ask(store, { projectId: foreign.id }, adminKey + 'x')),
  ];
  for (const refusal of refusals)
    assert.ok(!JSON.stringify([refusal.message, refusal.headers]).includes(adminKey));
});
