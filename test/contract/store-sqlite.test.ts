import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/lib/ids.ts';
import { consume } from '../../src/store/counters.ts';
import { finishedMigrations, migrate } from '../../src/store/migrate.ts';
import { makeNewDatabase } from '../../src/store/open-store.ts';
import { openAsItIs, openStore } from '../../src/store/open-store.ts';
import { through } from '../../src/store/sqlite-schema.ts';
import { inTransaction, type Store } from '../../src/store/store.ts';
import { writeBatch } from '../../src/store/batch.ts';
import { createSqliteFile } from '../helpers/sqlite.ts';
import { storeContract } from './store.ts';

const directory = await mkdtemp(join(tmpdir(), 'docent-store-'));
after(() => rm(directory, { recursive: true, force: true }));

const newFile = () => `${join(directory, newId('store'))}.db`;
const newUrl = async () => {
  const path = newFile();
  await createSqliteFile(path);
  return `sqlite:${path}`;
};
storeContract('SQLite', newUrl, async () => `sqlite:${newFile()}`);

test('A new SQLite database has the tables that the migrations make', async () => {
  const url = ':memory:';
  const migrated = await openAsItIs({ url });
  await migrate(migrated);
  const made = await openAsItIs({ url });
  await makeNewDatabase(made);
  assert.ok((await finishedMigrations(made)).has(through));
  const contents = async ({ db }: Store) => {
    const tables = await sql<{
      type: string;
      name: string;
      sql: string | null;
    }>`select type, name, sql from sqlite_schema order by name`.execute(db);
    // Also those of full-text tables, as what is deleted there; what they index is empty, but not equal.
    const names = tables.rows.filter(({ type, name }) => type === 'table' && !/^sqlite_|_data$/.test(name));
    const rows = names.map(({ name }) => sql`select * from ${sql.table(name)} order by 1`.execute(db));
    return [
      ...tables.rows.map((row) => ({ ...row, sql: row.sql?.replace(/\s+/g, ' ') })),
      ...(await Promise.all(rows)).map(({ rows }, nth) => [names[nth]!.name, rows]),
    ];
  };
  try {
    // Migrations after those that it holds.
    await migrate(made);
    assert.deepEqual(await contents(made), await contents(migrated), 'run `node scripts/sqlite-schema.ts`');
  } finally {
    await made.close();
    await migrated.close();
  }
});

for (const thread of [false, true]) {
  test(`SQLite ${thread ? 'in a thread' : 'in place'}: a transaction takes nothing along that others write meanwhile, and a failed batch leaves nothing`, async () => {
    const store = await openStore({ url: `${join(directory, newId('store'))}.db`, thread });
    try {
      const add = (on: Store, name: string) =>
        on.db.insertInto('counters').values({ key: name, used: 0, most: 1, resetAt: 1 });
      const names = async () =>
        (await store.db.selectFrom('counters').select('key').execute()).map(({ key }) => key);
      let beside: Promise<unknown> | undefined;
      const undone = inTransaction(store, async (writing) => {
        await add(writing, 'undone').execute();
        beside = add(store, 'beside').execute();
        throw new Error('changed my mind');
      });
      await assert.rejects(undone, /changed my mind/);
      await beside;
      await writeBatch(store, (writing) => [add(writing, 'first'), add(writing, 'second')]);
      const twice = writeBatch(store, (writing) => [add(writing, 'third'), add(writing, 'first')]);
      // What else is told of an error by, as of a full disk: https://sqlite.org/rescode.html#constraint_primarykey
      await assert.rejects(twice, { message: /UNIQUE constraint failed/, errcode: 1555 });
      const known = await names();
      assert.deepEqual(
        ['undone', 'beside', 'first', 'second', 'third'].map((name) => known.includes(name)),
        [false, true, true, true, false],
      );
      const limit = { key: 'a', limit: 7, windowMs: 3_600_000 };
      const taken = await Promise.all(Array.from({ length: 20 }, () => consume(store, [limit])));
      assert.equal(taken.filter(({ admitted }) => admitted).length, 7);
    } finally {
      await store.close();
    }
  });
}
