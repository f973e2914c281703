import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { eventually } from '../helpers/eventually.ts';
import { post, startServer } from '../helpers/server.ts';

type Deployment = { _id: string; status: string; summary: string; endedAt: string | null; logs: string[] };

test('an update reads the docs again in the background and its status tells how it went', async (t) => {
  const server = await startServer();
  t.after(() => server.close());
  const status = async (id: string) => {
    const url = `${server.url}/v1/project/update-status/${id}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${server.adminKey}` } });
    return { code: response.status, body: (await response.json()) as Deployment };
  };
  const update = async () => {
    const response = await post(`${server.url}/v1/project/update/${server.projectId}`, server.adminKey, {});
    assert.equal(response.status, 202);
    assert.ok(response.headers.has('ratelimit-remaining'));
    const { statusId } = (await response.json()) as { statusId: string };
    return eventually(
      async () => (await status(statusId)).body,
      ({ endedAt }) => endedAt !== null,
    );
  };
  assert.equal((await update()).summary, 'Nothing has changed.');
  await writeFile(join(server.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps below the harbour.\n');
  const deployed = await update();
  assert.equal(deployed.status, 'success');
  assert.match(deployed.summary, /1 added, 0 changed, 0 removed/);
  const search = await post(`${server.url}/discovery/v1/search/${server.domain}`, server.assistantKey, {
    query: 'kraken',
  });
  assert.equal(((await search.json()) as { path: string }[])[0]?.path, 'kraken');
  assert.equal((await status('dpl_unknown')).code, 404);
});

test('a project comes with its first deployment, or not at all', async (t) => {
  const server = await startServer({ work: [] });
  t.after(() => server.close());
  const { db } = server.app.store;
  const create = async () => {
    const body = {
      name: 'Second',
      sources: [{ kind: 'git', url: 'https://git.example/a/b' }],
      evenIfUnreachable: true,
    };
    const url = `${server.url}/manage/v1/organizations/default/projects`;
    return (await post(url, server.adminKey, body)).status;
  };
  const count = async () => (await db.selectFrom('projects').select('id').execute()).length;
  await sql`create trigger full before insert on deployments begin select raise(abort, 'full'); end`.execute(
    db,
  );
  assert.deepEqual([await create(), await count()], [500, 1]);
  await sql`drop trigger full`.execute(db);
  assert.deepEqual([await create(), await count()], [201, 2]);
});
