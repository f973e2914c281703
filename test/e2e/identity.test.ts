// Who is who, what a key may make of itself, and what only the operator of a server grants.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { docsFolder } from '../helpers/docs-folder.ts';
import { password, setUp, signedInAs } from '../helpers/people.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import type { SessionClient } from '../helpers/session-client.ts';

const org = '/manage/v1/organizations/default';
let server: TestServer;
let operator: SessionClient;
let granted: Awaited<ReturnType<typeof docsFolder>>;
before(async () => {
  granted = await docsFolder({ 'index.md': '# Hello\n' });
  server = await startServer({
    settings: {
      DOCENT_FOLDERS: granted.path,
      DOCENT_REPOSITORIES: 'https://git.example.com/acme/',
      DOCENT_PRIVATE_HOSTS: 'wiki.internal, 10.0.0.0/8, 127.0.0.1',
    },
  });
  operator = await setUp(server);
});
after(async () => {
  await server.close();
  await granted.remove();
});

function withKey(secret: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

test('a person sees where they are signed in, and ends a session there', async () => {
  const elsewhere = await fetch(`${server.url}/manage/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Other browser' },
    body: JSON.stringify({ email: 'olga@example.com', password }),
  });
  const cookie = elsewhere.headers.getSetCookie()[0]!.split(';')[0]!;
  const signedIn = async () =>
    ((await (await fetch(`${server.url}/manage/v1/session`, { headers: { cookie } })).json()) as any).user !==
    null;
  assert.equal(await signedIn(), true);
  const { items } = (await operator.get('/manage/v1/sessions')).body;
  assert.deepEqual(items.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
  const other = items.find(({ current }: { current: boolean }) => !current);
  assert.deepEqual([other.userAgent, typeof other.ip], ['Other browser', 'string']);
  const stranger = await signedInAs(server, 'none', null);
  assert.equal((await stranger.send('DELETE', `/manage/v1/sessions/${other.id}`)).status, 404);
  assert.equal((await operator.send('DELETE', `/manage/v1/sessions/${other.id}`)).status, 204);
  assert.equal(await signedIn(), false);
});

test('tries at one account are counted together, whatever addresses they come from', async () => {
  const { store } = server.app;
  const body = { email: 'Guessed@example.com', password: 'x' };
  for (let i = 0; i < 20; i++) {
    await store.db.deleteFrom('counters').where('key', 'like', 'signInsPerMinute%').execute();
    await operator.send('POST', '/manage/v1/session', body);
  }
  await store.db.deleteFrom('counters').where('key', 'like', 'signInsPerMinute%').execute();
  assert.equal((await operator.send('POST', '/manage/v1/session', body)).status, 429);
  const own = await operator.send('POST', '/manage/v1/session', { email: 'olga@example.com', password });
  assert.equal(own.status, 200, 'another account is another count');
});

test('a key makes only weaker keys, which are revoked with it, and invites nobody', async () => {
  const make = async (secret: string, body: object) => {
    const made = await withKey(secret, 'POST', `${org}/keys`, { name: 'k', kind: 'admin', ...body });
    return { status: made.status, key: (await made.json()) as any };
  };
  const first = (
    await operator.send('POST', `${org}/keys`, {
      name: 'a',
      kind: 'admin',
      expiresInDays: 7,
      ipAllowList: ['127.0.0.0/8', '::1'],
    })
  ).body;
  assert.equal(first.parentId, null);
  assert.equal((await make(first.secret, { expiresInDays: 30 })).status, 400);
  assert.equal((await make(first.secret, { ipAllowList: ['0.0.0.0/1'] })).status, 400);
  const second = await make(first.secret, {});
  assert.deepEqual(
    [second.status, second.key.parentId, second.key.expiresAt, second.key.ipAllowList],
    [201, first.id, first.expiresAt, first.ipAllowList],
  );
  const third = await make(second.key.secret, { scopes: ['read'] });
  assert.equal((await make(third.key.secret, {})).status, 403);
  const invitation = await withKey(first.secret, 'POST', `${org}/invitations`, {
    email: 'a@example.com',
    role: 'viewer',
  });
  assert.equal(invitation.status, 403);
  assert.equal((await withKey(third.key.secret, 'GET', org)).status, 200);
  assert.equal((await operator.send('DELETE', `${org}/keys/${first.id}`)).status, 204);
  for (const { secret } of [first, second.key, third.key])
    assert.equal((await withKey(secret, 'GET', org)).status, 401);
});

test('credits, limits, folders, repositories and private hosts are granted by the operator, not taken by an owner', async () => {
  const made = (await operator.send('POST', '/manage/v1/organizations', { name: 'Tenant', slug: 'tenant' }))
    .body;
  const tenant = '/manage/v1/organizations/tenant';
  const owner = await signedInAs(server, made.id, 'owner');
  const raised = { creditsPerMonth: 1_000_000, folders: [granted.path] };
  assert.equal((await owner.send('PATCH', `${tenant}/plan`, raised)).status, 403);
  assert.equal((await owner.send('POST', '/manage/v1/organizations', { name: 'More' })).status, 403);
  assert.equal((await owner.get('/manage/v1/operator/organizations')).status, 403);
  const project = (path: string) =>
    owner.send('POST', `${tenant}/projects`, { name: 'Docs', sources: [{ kind: 'folder', path }] });
  assert.equal((await project(granted.path)).status, 400, 'nothing is granted yet');
  assert.equal(
    (await project(process.cwd())).status,
    400,
    'nor is the folder that the server was started in',
  );
  for (const more of [
    { folders: ['/'] },
    { folders: [`${granted.path}/../..`] },
    { repositories: ['https://git.example.com/'] },
    { privateHosts: ['0.0.0.0/0'] },
    { privateHosts: ['wiki.internal.evil.org'] },
  ])
    assert.equal((await operator.send('PATCH', `${tenant}/plan`, more)).status, 400, JSON.stringify(more));
  const plan = await operator.send('PATCH', `${tenant}/plan`, {
    ...raised,
    repositories: ['https://git.example.com/acme/docs'],
  });
  assert.deepEqual(
    [plan.status, plan.body.credits.perMonth, plan.body.folders],
    [200, 1_000_000, [granted.path]],
  );
  const docs = await project(granted.path);
  assert.equal(docs.status, 201);
  const keySetAt = (host: string) =>
    owner.send('PATCH', `/manage/v1/projects/${docs.body.id}`, {
      settings: { readerJwksUrl: `http://${host}/keys.json` },
    });
  const codeAt = (url: string) =>
    owner.send('PATCH', `/manage/v1/projects/${docs.body.id}`, { settings: { codeRepositories: [{ url }] } });
  const readCode = () =>
    server.app.agent.readAccess({ url: 'https://10.1.2.3/code' }, { organizationId: made.id });
  for (const host of ['wiki.internal', '10.1.2.3', '[::1]', '169.254.169.254']) {
    assert.equal((await keySetAt(host)).status, 400, host);
    assert.equal((await codeAt(`https://${host}/code`)).status, 400, host);
  }
  assert.equal((await codeAt('https://me:secret@git.example.com/code')).status, 400);
  await assert.rejects(readCode(), /not on the public internet/);
  await operator.send('PATCH', `${tenant}/plan`, { privateHosts: ['wiki.internal', '10.1.2.3'] });
  assert.equal((await keySetAt('wiki.internal')).status, 200);
  assert.equal((await keySetAt('10.1.2.3')).status, 200);
  assert.equal((await codeAt('https://10.1.2.3/code')).status, 200);
  assert.match((await readCode()).url, /10\.1\.2\.3/);
  assert.equal((await keySetAt('10.1.2.4')).status, 400);
  const { items } = (await operator.get('/manage/v1/operator/organizations')).body;
  assert.deepEqual(
    items.map(({ slug }: { slug: string }) => slug),
    ['default', 'tenant'],
  );
  assert.equal((await operator.send('PATCH', `${tenant}/plan`, { folders: [] })).status, 200);
  assert.equal((await project(granted.path)).status, 400);
});

test('sources are tried at private hosts by the organizations only that were granted them', async (context) => {
  let connections = 0;
  const inner = createServer((_, response) => void response.end('{}')).on('connection', () => connections++);
  await new Promise<void>((resolve) => void inner.listen(0, '127.0.0.1', resolve));
  context.after(() => inner.close());
  const host = `127.0.0.1:${(inner.address() as AddressInfo).port}`;
  const at = '/manage/v1/organizations/other';
  const made = await operator.send('POST', '/manage/v1/organizations', { name: 'Other', slug: 'other' });
  const admin = await signedInAs(server, made.body.id, 'admin');
  const git = { kind: 'git', url: `https://${host}/docs.git` };
  const check = (source: object) => admin.send('POST', `${at}/sources/check`, { source });
  const refused = [
    git,
    { kind: 'site', url: `http://${host}/` },
    { kind: 'llms', url: `http://${host}/llms-full.txt` },
    { kind: 'confluence', url: `http://${host}/wiki`, token: 'x' },
    { kind: 'zendesk', url: `http://${host}/`, token: 'x' },
  ];
  for (const source of refused) assert.equal((await check(source)).status, 400, source.kind);
  const docs = await admin.send('POST', `${at}/projects`, { name: 'Docs', sources: [{ kind: 'pushed' }] });
  const wanted = { name: 'Inner', sources: [git] };
  for (const answer of [
    await admin.send('POST', `${at}/projects`, wanted),
    await admin.send('PATCH', `/manage/v1/projects/${docs.body.id}`, wanted),
  ])
    assert.match(`${answer.status} ${answer.text}`, /^400 .*not on the public internet/);
  assert.equal(connections, 0);
  await operator.send('PATCH', `${at}/plan`, { privateHosts: ['127.0.0.1'] });
  assert.equal((await check({ kind: 'site', url: `http://${host}/` })).status, 200);
  assert.equal(connections, 1);
});
