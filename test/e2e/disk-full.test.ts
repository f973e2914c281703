// A full disk: SQLite is told to take no more pages, which is what it sees when there is no room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '../../src/store/store.ts';
import { listTurns } from '../../src/store/turns.ts';
import { ask } from '../helpers/ask.ts';
import { setUp } from '../helpers/people.ts';
import { post, startServer } from '../helpers/server.ts';

test('on a full disk search and answers go on, limits hold, /readyz says it, and nothing is lost', async (t) => {
  const settings = { DOCENT_LIMIT_ASSISTANT_PER_IP_PER_DAY: '60', DOCENT_CREDITS_PER_MONTH: '100' };
  const server = await startServer({ settings, work: [] });
  t.after(() => server.close());
  const { store } = server.app;
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, ((await response.json()) as { writable: boolean }).writable];
  };
  const owner = await setUp(server);
  await store.db
    .updateTable('sessions')
    .set((is) => ({ lastSeenAt: is('lastSeenAt', '-', 3_600_000) }))
    .execute();
  const before = await ask(server, 'How do I set a proxy?');
  assert.deepEqual(await ready(), [200, true]);
  await sql`create table filler (bytes blob)`.execute(store.db);
  await sql`pragma max_page_count = 1`.execute(store.db);
  const fill = () => sql`insert into filler values (zeroblob(200000))`.execute(store.db);
  await assert.rejects(fill(), { code: 'not_ready' });
  const together = inTransaction(store, async (transaction) => {
    for (let n = 0; n < 500; n++)
      await sql`insert into filler values (zeroblob(200000))`.execute(transaction.db);
  });
  await assert.rejects(together, { code: 'not_ready' });
  const seen = new Set<number>();
  let last = '';
  for (let n = 0; n < 80; n++) {
    const answer = await ask(server, `How do I set a proxy, for the ${n}th time? ${'proxy '.repeat(300)}`);
    seen.add(answer.status);
    if (answer.status === 200) last = answer.text;
  }
  assert.deepEqual([...seen].sort(), [200, 429]);
  assert.match(last, /proxy/i);
  assert.equal((await owner.get('/manage/v1/session')).status, 200);
  const search = `${server.url}/discovery/v1/search/${server.domain}`;
  const found = await post(search, server.assistantKey, { query: 'proxy' });
  assert.equal(found.status, 200);
  assert.ok(((await found.json()) as unknown[]).length > 0);
  await assert.rejects(fill(), { code: 'not_ready' });
  assert.deepEqual(await ready(), [200, false]);
  await sql`pragma max_page_count = 1073741823`.execute(store.db);
  await store.db.transaction().execute((db) => sql`drop table filler`.execute(db));
  assert.deepEqual(await ready(), [200, true]);
  const by = { projectId: server.projectId, threadId: before.threadId, limit: 5 };
  assert.equal((await listTurns(store, by)).length, 1);
  const [check] = (await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db)).rows;
  assert.equal(check?.integrity_check, 'ok');
});
