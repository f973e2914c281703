// What the data folder holds: for nobody else on the machine, no secret in the clear, and nothing that was deleted.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { addThread } from '../../src/store/threads.ts';
import { applyAuditRetention } from '../../src/accounts/apply-retention.ts';
import { exportPerson } from '../../src/cli/export.ts';
import { goodSecrets } from '../../src/accounts/project-secret.ts';
import { findNotifications } from '../../src/store/notifications.ts';
import { openStore } from '../../src/store/open-store.ts';
import { filesOf, filesWith } from '../helpers/files-with.ts';
import { setUp, signedInAs } from '../helpers/people.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';
import type { SessionClient } from '../helpers/session-client.ts';

const secretKey = 'a key of the environment, of more than 32 characters';
let server: TestServer;
let owner: SessionClient;
before(async () => {
  server = await startServer({ settings: { DOCENT_SECRET_KEY: secretKey } });
  owner = await setUp(server);
});
after(() => server.close());

const folder = () => server.app.config.dataFolder;
const ask = async (text: string, fp: string) => {
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }];
  const path = `${server.url}/discovery/v2/assistant/${server.domain}/message`;
  const answer = await post(path, server.assistantKey, { fp, messages });
  await answer.text();
  return answer.headers.get('x-thread-id')!;
};
const project = () => `/manage/v1/projects/${server.projectId}`;

test('nobody else on the machine reads the data folder', async () => {
  assert.equal((await stat(folder())).mode & 0o777, 0o700);
  await ask('Is anybody listening?', 'ann');
  for (const file of await filesOf(folder())) assert.equal((await stat(file)).mode & 0o077, 0, file);
});

test('what is deleted is in no file', async () => {
  const word = (name: string) => `xylophonic${name}`;
  const thread = await ask(`How do I install ${word('one')}?`, 'ann');
  await ask(`How do I install ${word('two')}?`, 'bob');
  await ask(`How do I install ${word('three')}?`, 'cleo');
  for (const name of ['one', 'two', 'three'])
    assert.notEqual((await filesWith(folder(), word(name))).length, 0);
  const question = { question: word('one'), expected: null, threadId: thread };
  const keep = async () => (await owner.send('POST', `${project()}/eval-questions`, question)).status;
  assert.equal(await keep(), 201);
  assert.equal((await owner.send('DELETE', `${project()}/conversations/${thread}`)).status, 204);
  assert.equal(await keep(), 404, 'a page that is still open brings no words back');
  assert.deepEqual((await owner.send('DELETE', `${project()}/conversations?fp=bob`)).body, { deleted: 1 });
  assert.deepEqual(await filesWith(folder(), word('one')), []);
  assert.deepEqual(await filesWith(folder(), word('two')), []);
  assert.notEqual((await filesWith(folder(), word('three'))).length, 0, 'the others are kept');
});

test('questions go with their project, and with its organization', async () => {
  const { store } = server.app;
  const organizations = '/manage/v1/organizations';
  const organizationId = (await owner.send('POST', organizations, { name: 'Brief', slug: 'brief' })).body.id;
  const words = ['xylophonicfour', 'xylophonicfive'];
  const [alone] = await Promise.all(
    words.map(async (word) => {
      const { id: projectId } = await createProject(store, {
        organizationId,
        name: word.slice(-4),
        sources: [],
      });
      await addThread(store, { projectId, id: 'thr_1', keyHash: 'x', fp: word });
      return projectId;
    }),
  );
  const found = async () => (await Promise.all(words.map((word) => filesWith(folder(), word)))).map(({ length }) => length > 0); // prettier-ignore
  assert.deepEqual(await found(), [true, true]);
  assert.equal((await owner.send('DELETE', `/manage/v1/projects/${alone}`)).status, 204);
  assert.deepEqual(await found(), [false, true]);
  assert.equal((await owner.send('DELETE', `${organizations}/brief`, { name: 'Brief' })).status, 204);
  assert.deepEqual(await found(), [false, false]);
});

test('a person gets what is stored of them', async () => {
  await ask('How do I install Harbour?', 'dora');
  const { turns } = await exportPerson(server.app.store, { projectId: server.projectId, fp: 'dora' });
  assert.deepEqual(
    turns.map(({ question }) => question),
    ['How do I install Harbour?'],
  );
  assert.ok(turns[0]!.answer.length > 0);
});

test('webhook and reader secrets are stored sealed by the key of the environment', async () => {
  const made = [
    (await owner.send('POST', `${project()}/webhook`)).body.secret,
    (await owner.send('POST', `${project()}/reader-secret`)).body.secret,
  ];
  for (const secret of made) assert.deepEqual(await filesWith(folder(), secret), []);
  assert.deepEqual(await goodSecrets(server.app.store, 'reader', server.projectId, undefined), [made[1]]);
  const url = join(folder(), 'docent.sqlite');
  await assert.rejects(openStore({ url, secretKey: 'another key of the environment, as long' }));
  await assert.rejects(openStore({ url }), /DOCENT_SECRET_KEY/);
});

test('every secret that was stored before there was a key is sealed when there is one', async () => {
  const path = join(folder(), 'older.sqlite');
  await (await openStore({ url: path })).close();
  const database = new DatabaseSync(path);
  database.exec(`insert into organizations values ('org_1', 'o', 'o', '{}', 1);
    insert into projects (id, "organizationId", domain, name, settings, source, "createdAt") values ('prj_1', 'org_1', 'd', 'd', '{}', '[]', 1);
    insert into "readerSecrets" values ('prj_1', 'in_the_clear', 'in_the_clear', 9000000000000, 1, null, null);
    insert into webhooks values ('prj_1', 'in_the_clear', 'in_the_clear', 9000000000000, 1, null, null);
    insert into "channelSecrets" (id, "projectId", secrets, "createdAt", issued) values ('prj_1:slack', 'prj_1', 'in_the_clear', 1, null);
    insert into notifications values ('org_1', '[]', null, 'in_the_clear', 0, 0, 1, null);`);
  const columns = database
    .prepare(`select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and lower(c.name) like '%secret%'`)
    .all() as { table: string; column: string }[];
  const stored = () =>
    columns.flatMap(({ table, column }) =>
      database.prepare(`select "${column}" as it from "${table}"`).all(),
    );
  assert.ok(columns.length >= 5);
  assert.deepEqual(
    stored().map(({ it }) => it),
    columns.map(() => 'in_the_clear'),
    'a new column needs a row here',
  );
  const store = await openStore({ url: path, secretKey });
  assert.deepEqual(await goodSecrets(store, 'reader', 'prj_1', undefined), ['in_the_clear', 'in_the_clear']);
  assert.equal((await findNotifications(store, 'org_1'))?.secret, 'in_the_clear');
  for (const { it } of stored()) assert.match(String(it), /^sealed:1:/);
  database.close();
  await store.close();
  assert.equal((await readFile(path)).includes('in_the_clear'), false);
});

test('a person is deleted with their name in the audit log, and its entries expire', async () => {
  const { store } = server.app;
  const { organizationId } = await store.db.selectFrom('members').selectAll().executeTakeFirstOrThrow();
  const person = await signedInAs(server, organizationId, 'admin');
  await person.send('POST', `${project()}/webhook`);
  const named = async () =>
    (await store.db.selectFrom('auditEntries').selectAll().execute()).filter(
      ({ actorName }) => actorName === 'A admin',
    ).length;
  assert.ok((await named()) > 0);
  assert.equal((await person.send('DELETE', '/manage/v1/user')).status, 204);
  assert.equal(await named(), 0);
  assert.equal((await person.get('/manage/v1/session')).body.user, null);
  assert.equal((await owner.send('DELETE', '/manage/v1/user')).status, 409, 'the last owner stays');
  await store.db.updateTable('auditEntries').set({ createdAt: 1 }).execute();
  await applyAuditRetention(store, 730);
  assert.deepEqual(await store.db.selectFrom('auditEntries').select('id').execute(), []);
});

test('a folder outside of its repository gets a sentence', async () => {
  for (const root of ['../../etc', '/etc', 'docs/../../x']) {
    const source = { kind: 'git', url: 'https://git.example.com/acme/docs', root };
    const made = await owner.send('POST', '/manage/v1/organizations/default/projects', {
      name: 'x',
      sources: [source],
    });
    assert.equal(made.status, 400);
    assert.match(made.body.message, /must be in the repository/);
  }
});
