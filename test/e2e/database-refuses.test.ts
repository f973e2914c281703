// A database that is there and does not take what is asked of it: read-only after a failover, or a statement that is ended.
import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { retryConflicts } from '../../src/store/retry-conflicts.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { post, startServer, type TestServer } from '../helpers/server.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

const question = {
  fp: 'a',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy?' }] }],
};

async function ask(server: TestServer): Promise<string> {
  const path = `/discovery/v2/assistant/${server.domain}/message`;
  const response = await post(`${server.url}${path}`, server.assistantKey, question);
  const text = await response.text();
  if (response.status === 200) return '200';
  return `${response.status} ${response.headers.get('retry-after')} ${(JSON.parse(text) as { code: string }).code}`;
}

async function readiness({ url }: TestServer): Promise<unknown> {
  const response = await fetch(`${url}/readyz`);
  return [response.status, ((await response.json()) as { database: boolean }).database];
}

const refused = '503 2 not_ready';

async function onPostgres(t: TestContext) {
  const database = await postgres.createDatabase();
  const server = await startServer({ settings: { DOCENT_DATABASE_URL: database }, work: [] });
  t.after(() => server.close());
  const operator = new Client({ connectionString: postgres.url });
  await operator.connect();
  t.after(() => operator.end());
  return { server, operator, database, name: new URL(database).pathname.slice(1) };
}

test('while PostgreSQL is read-only, questions get 503 with retry-after, and /readyz says it', async (t) => {
  const { server, operator, name } = await onPostgres(t);
  assert.equal(await ask(server), '200');
  const setReadOnly = async (value: string) => {
    await operator.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
  await setReadOnly('on');
  await eventually(
    () => readiness(server),
    (seen) => String(seen) === '503,false',
  );
  for (let i = 0; i < 5; i++) assert.equal(await ask(server), refused);
  await setReadOnly('off');
  await eventually(
    () => readiness(server),
    (seen) => String(seen) === '200,true',
  );
  assert.equal(await ask(server), '200');
});

test('a statement that PostgreSQL ends, as when a lock takes too long, is 503 with retry-after', async (t) => {
  const { server, operator, database, name } = await onPostgres(t);
  const holder = new Client({ connectionString: database });
  await holder.connect();
  await holder.query('begin; lock table counters in access exclusive mode');
  const asked = ask(server);
  await eventually(
    () =>
      operator.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
        [name],
      ),
    ({ rowCount }) => rowCount! > 0,
  );
  assert.equal(await asked, refused);
  await holder.end();
  assert.equal(await ask(server), '200');
});

test('while a lock holds up all writes, /readyz says 503, and asks the database once', async (t) => {
  const { server, operator, database, name } = await onPostgres(t);
  const holder = new Client({ connectionString: database });
  await holder.connect();
  t.after(() => holder.end());
  await holder.query('begin; lock table migrations in access exclusive mode');
  for (let i = 0; i < 2; i++) assert.deepEqual(await readiness(server), [503, false]);
  const { rows } = await operator.query(
    "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query like 'update%migrations%'",
    [name],
  );
  assert.equal(rows.length, 1);
  await holder.query('rollback');
  await eventually(
    () => readiness(server),
    (seen) => String(seen) === '200,true',
  );
});

test('while SQLite is read-only, it is the same', async (t) => {
  const server = await startServer({ work: [] });
  t.after(() => server.close());
  assert.equal(await ask(server), '200');
  await sql`pragma query_only = 1`.execute(server.app.store.db);
  assert.equal(await ask(server), refused);
  await eventually(
    () => readiness(server),
    (seen) => String(seen) === '503,false',
  );
  await sql`pragma query_only = 0`.execute(server.app.store.db);
  await eventually(
    () => ask(server),
    (seen) => seen === '200',
  );
});

test('what is undone for the sake of another is tried five times, also where it was told as a refusal', async () => {
  let tries = 0;
  const undone = new Error('refused', { cause: Object.assign(new Error('deadlock'), { code: '40P01' }) });
  await assert.rejects(
    retryConflicts(() => {
      tries += 1;
      return Promise.reject(undone);
    }),
    undone,
  );
  assert.equal(tries, 5);
});
