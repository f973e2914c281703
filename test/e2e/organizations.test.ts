import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openRoutes, routes } from '../../src/http/server.ts';
import type { SessionClient } from '../helpers/session-client.ts';
import { setUp } from '../helpers/people.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const org = '/manage/v1/organizations/default';

let server: TestServer;
let owner: SessionClient;
before(async () => {
  server = await startServer();
  owner = await setUp(server);
});
after(() => server.close());

test('an organization is not a page of the server, and is deleted by whoever types its name', async () => {
  const at = '/manage/v1/organizations';
  const pages = [...routes.map(({ path }) => path), ...openRoutes].map((path) => path.split('/')[1]!);
  for (const slug of new Set([...pages, 'setup', 'invite', 'sign-in', 'mcp', 'metrics', 'v7', '-'])) {
    const refused = await owner.send('POST', at, { name: 'x', slug });
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request'], slug);
  }
  const made = await owner.send('POST', at, { name: 'Second', slug: 'second' });
  assert.equal(made.status, 201, made.text);
  const first = (await owner.get(`${at}?limit=1`)).body;
  assert.deepEqual([first.items.length, first.items[0].slug], [1, 'default']);
  const rest = (await owner.get(`${at}?limit=1&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([rest.items[0].slug, rest.nextCursor], ['second', null]);
  assert.equal((await owner.send('DELETE', `${at}/second`, { name: 'second' })).status, 400);
  assert.equal((await owner.send('DELETE', `${at}/second`, { name: 'Second' })).status, 204);
  assert.equal((await owner.get(`${at}/second`)).status, 404);
  const own = (await owner.get(`${at}/default`)).body;
  assert.equal((await owner.send('DELETE', `${at}/default`, { name: own.name })).status, 409);
});

test('a double click makes one key, project and invitation, and both clicks get it', async () => {
  const made = {
    keys: { kind: 'admin', name: 'twice' },
    projects: { name: 'twice', sources: [{ kind: 'pushed' }] },
    invitations: { email: 'twice@example.com', role: 'viewer' },
  };
  for (const [what, body] of Object.entries(made)) {
    const click = (more = {}) =>
      owner.send('POST', `${org}/${what}`, { ...body, ...more }, { 'idempotency-key': 'click' });
    const [first, second] = await Promise.all([click(), click()]);
    assert.deepEqual([first.status, second.status], [201, 201], first.text);
    assert.equal(second.text, first.text);
    const { items } = (await owner.get(`${org}/${what}`)).body;
    assert.equal(items.filter((item: object) => JSON.stringify(item).includes('twice')).length, 1, what);
    assert.equal((await click({ role: 'admin', name: 'other' })).body.code, 'conflict');
  }
});

test('a change that the audit log cannot take is not made', async () => {
  const { body: key } = await owner.send('POST', `${org}/keys`, { kind: 'admin', name: 'kept' });
  const { db } = server.app.store;
  await sql`create trigger full before insert on "auditEntries" begin select raise(abort, 'full'); end`.execute(
    db,
  );
  assert.equal((await owner.send('DELETE', `${org}/keys/${key.id}`)).status, 500);
  await sql`drop trigger full`.execute(db);
  const { items } = (await owner.get(`${org}/keys`)).body;
  assert.equal(items.find(({ id }: { id: string }) => id === key.id).status, 'active');
  assert.equal((await owner.send('DELETE', `${org}/keys/${key.id}`)).status, 204);
});
