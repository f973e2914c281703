import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { newId } from '../../src/lib/ids.ts';
import { turnCopyStatements } from '../../src/store/analytics-tables.ts';
import { addAuditEntry, listAuditEntries } from '../../src/store/audit.ts';
import { insightStatements } from '../../src/store/insight-tables.ts';
import { addLaterIndex, laterIndex, makeLaterIndexes } from '../../src/store/later-indexes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { postgresDialect } from '../../src/store/postgres.ts';
import { updateProject } from '../../src/store/projects.ts';
import { inTransaction } from '../../src/store/store.ts';
import { addThread } from '../../src/store/threads.ts';
import { addTurn } from '../../src/store/turns.ts';
import { eventually } from '../helpers/eventually.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { seedProject, someTurn, withStore } from './store-seed.ts';
import { storeContract } from './store.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

const newUrl = () => postgres.createDatabase();
const emptyUrl = () => postgres.createEmptyDatabase();
const folder = await mkdtemp(join(tmpdir(), 'docent-store-'));
after(() => rm(folder, { recursive: true, force: true }));
storeContract('PostgreSQL', newUrl, emptyUrl, [
  emptyUrl,
  async () => `sqlite:${join(folder, newId('store'))}.db`,
]);

test('an index of a database in use is made after its migration while others write, and anew when it was left half-made', async () => {
  const url = await newUrl();
  const store = await openStore({ url });
  const statement = 'create index "threadsByTest" on threads ("projectId", "updatedAt")';
  assert.equal(laterIndex('020-x', statement), 'threadsByTest');
  assert.equal(laterIndex('019-x', statement), null);
  assert.equal(laterIndex('020-x', statement.replace('index', 'unique index')), null);
  const isValid = async () =>
    (
      await sql<{ valid: boolean }>`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('"threadsByTest"')`.execute(
        store.db,
      )
    ).rows[0]?.valid;
  await addLaterIndex(store.db, 'threadsByTest', statement);
  // A transaction that has read keeps it from being finished, not from being begun.
  const reader = new Client({ connectionString: url });
  await reader.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from threads');
  const making = makeLaterIndexes(store).then(
    () => null,
    (error: Error) => error,
  );
  await eventually(isValid, (valid) => valid === false);
  // Who writes meanwhile does not wait; another server that starts does not make it, too.
  await sql`update threads set "updatedAt" = 1`.execute(store.db);
  const other = await openStore({ url });
  await makeLaterIndexes(other);
  assert.equal(await isValid(), false);
  // Its server dies.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'create index concurrently%' and datname = current_database()`.execute(store.db);
  assert.match((await making)!.message, /terminat|away|reached/i);
  assert.equal(await isValid(), false);
  // A server that stops does not wait for the end of it.
  const stop = new AbortController();
  const stopped = makeLaterIndexes(other, stop.signal).catch((error: Error) => error.message);
  await eventually(
    async () =>
      (
        await sql`select from pg_stat_activity where query similar to '(create|drop) index concurrently%' and state = 'active'`.execute(
          store.db,
        )
      ).rows.length,
    (count) => count > 0,
  );
  stop.abort();
  assert.match(String(await stopped), /cancel/);
  await reader.query('rollback');
  await makeLaterIndexes(other);
  assert.equal(await isValid(), true);
  await Promise.all([reader.end(), store.close(), other.close()]);
});

test('transactions and statements that PostgreSQL ends because of a deadlock are run again', async () => {
  await withStore(newUrl, async (store) => {
    const projects = [await seedProject(store, 'one'), await seedProject(store, 'two')];
    let tries = 0;
    const bothHaveOne = Promise.withResolvers<void>();
    const rename = ([first, second]: typeof projects, name: string) =>
      inTransaction(store, async (within) => {
        await sql`set local deadlock_timeout = '20ms'`.execute(within.db);
        await updateProject(within, first!, { name });
        if (++tries === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await updateProject(within, second!, { name });
      });
    await Promise.all([rename(projects, 'forth'), rename(projects.toReversed(), 'back')]);
    assert.equal(tries, 3, 'one of them began again');
    const names = await store.db.selectFrom('projects').select('name').distinct().execute();
    assert.equal(names.length, 1, 'all of one, then all of the other');
  });
  // Outside of a transaction a statement is one.
  await withStore(newUrl, async (store) => {
    await sql`create sequence tries`.execute(store.db);
    await sql`create function fail_once() returns bigint language plpgsql as $$
      declare nth bigint := nextval('tries');
      begin
        if nth = 1 then raise exception 'once' using errcode = '40001'; end if;
        return nth;
      end $$`.execute(store.db);
    assert.deepEqual((await sql`select fail_once() as nth`.execute(store.db)).rows, [{ nth: 2 }]);
    await sql`alter sequence tries restart`.execute(store.db);
    let begun = 0;
    const nths = await inTransaction(store, async ({ db }) => {
      begun++;
      return (await sql`select fail_once() as nth`.execute(db)).rows;
    });
    assert.deepEqual([nths, begun], [[{ nth: 2 }], 2]);
  });
});

test('a migration takes names and titles that end within a character, which PostgreSQL does not read as JSON', async () => {
  await withStore(newUrl, async (store) => {
    const project = await seedProject(store, 'half');
    await addThread(store, {
      projectId: project.id,
      id: 'thr_1',
      keyHash: 'a',
      fp: 'me',
      createdAt: 1,
      updatedAt: 1,
    });
    for (const title of ['Whole', 'Half \ud83d'])
      await addTurn(store, someTurn(project, { sources: [{ url: '/install#npm', title }] }));
    await addAuditEntry(store, {
      id: 'aud_1',
      organizationId: project.organizationId,
      projectId: project.id,
      actorKind: 'system',
      actorId: null,
      actorName: 'test',
      action: 'gap.update',
      target: { kind: 'gap', id: 'gap_1', name: 'A "quoted" \\ \ud83d' },
      details: {},
      ip: null,
      createdAt: 1,
    });
    await sql`update turns set grouped = 1`.execute(store.db);
    const filled = insightStatements('postgres').find((one) => one.startsWith('insert into "turnPages"'))!;
    for (const one of [filled, turnCopyStatements('postgres').at(-1)!]) await sql.raw(one).execute(store.db);
    const pages = await store.db.selectFrom('turnPages').select(['url', 'title']).execute();
    assert.deepEqual(pages, [{ url: '/install', title: 'Whole' }]);
    const { rows } = await listAuditEntries(store, { organizationId: project.organizationId }, { limit: 5 });
    assert.deepEqual(rows[0]!.target, { kind: 'gap', id: 'gap_1', name: '' });
  });
});

/** Its line in https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt: which timer, and hundredths of a second. */
async function timerOf(localPort: number): Promise<{ kind: string; left: number }> {
  const port = localPort.toString(16).toUpperCase().padStart(4, '0');
  const line = new RegExp(`^ *\\d+: \\w+:${port} (?:\\S+ ){3}(\\d\\d):(\\w+)`, 'm');
  const [, kind = '', left = ''] = line.exec(await readFile('/proc/net/tcp', 'latin1')) ?? [];
  return { kind, left: Number.parseInt(left, 16) };
}

test('who waits for a connection that others use may wait longer than it may take to make one', async (t) => {
  const connection = { connectionString: await newUrl() };
  const db = new Kysely<unknown>({ dialect: postgresDialect({ connection, isPooled: false }, 1) });
  t.after(() => db.destroy());
  let waits: Promise<unknown> | undefined;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await db.transaction().execute(async (transaction) => {
    waits = sql`select 1`.execute(db);
    waits.catch(() => {});
    // By the answer, the other one is in the queue.
    await sql`select 1`.execute(transaction);
    t.mock.timers.tick(20_000);
  });
  t.mock.timers.reset();
  await waits;
});

/** 02 is the keepalive timer; 5 s are what we ask for, two hours the system's own. */
const isProbedSoon = ({ kind, left }: { kind: string; left: number }) => kind === '02' && left <= 500;

test('a database that is gone without a word is left after a while, and a connection that works is made', async (t) => {
  const real = new URL(await newUrl());
  const sockets: Socket[] = [];
  const between = createServer((socket) => {
    const database = connect(Number(real.port), real.hostname);
    for (const side of [socket, database]) side.on('error', () => {});
    socket.pipe(database).pipe(socket);
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const { port } = between.address() as AddressInfo;
  const url = Object.assign(new URL(real), { host: `127.0.0.1:${port}` }).href;
  const dialect = postgresDialect({ connection: { connectionString: url }, isPooled: false }, 1);
  const db = new Kysely<unknown>({ dialect });
  const ask = () => sql`select 1 as one`.execute(db);
  await ask();
  // A healthy network does not show whether an idle connection is probed; Linux does.
  if (process.platform === 'linux')
    await eventually(async () => timerOf(sockets[0]!.remotePort!), isProbedSoon);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  sockets[0]!.unpipe().pause();
  const asked = ask();
  const ended = asked.then(
    () => true,
    () => true,
  );
  // Its timer starts when the connection is lent, which may take a few turns.
  for (let turn = 0; turn < 1_000; turn++) {
    await setImmediate();
    t.mock.timers.tick(65_000);
    if (await Promise.race([ended, setImmediate(false)])) break;
  }
  await assert.rejects(asked, { code: 'not_ready' });
  assert.deepEqual((await ask()).rows, [{ one: 1 }]);
  t.mock.timers.reset();
  await db.destroy();
  for (const socket of sockets) socket.destroy();
  between.close();
});
