// A real PgBouncer in transaction mode, as Neon, DigitalOcean and others put it before their databases.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { makeLaterIndexes, addLaterIndex } from '../../src/store/later-indexes.ts';
import { openStore } from '../../src/store/open-store.ts';
import { found, update } from '../helpers/deployments.ts';
import { noPgBouncer, startPgBouncer } from '../helpers/pgbouncer.ts';
import { startPostgres } from '../helpers/postgres.ts';
import { post, startServer } from '../helpers/server.ts';

const skip = noPgBouncer;
const postgres = skip ? null : await startPostgres();
after(() => postgres?.stop());

const ignoring =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

for (const [what, lines] of Object.entries({
  'as it is': [],
  'ignoring what startup asks for': [ignoring],
})) {
  test(
    `a server works behind PgBouncer ${what}: concurrent answers, deployments, and no state of a session`,
    { skip },
    async (t) => {
      // Once the migrations go through it, too.
      const isEmpty = lines.length === 0;
      const database = await postgres![isEmpty ? 'createEmptyDatabase' : 'createDatabase']();
      const bouncer = await startPgBouncer(database, lines);
      const settings = {
        DOCENT_DATABASE_URL: bouncer.url,
        DOCENT_DATABASE_CONNECTIONS: '20',
        DOCENT_LIMIT_STREAMS_PER_IP: '100',
      };
      const server = await startServer({ settings });
      t.after(async () => {
        await server.close();
        await bouncer.stop();
      });
      assert.equal(server.app.store.isPooled, true);
      const path = `/discovery/v2/assistant/${server.domain}/message`;
      const body = {
        fp: 'a',
        messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'proxy?' }] }],
      };
      const asked = Array.from({ length: 40 }, async () => {
        const answer = await post(`${server.url}${path}`, server.assistantKey, body);
        return [answer.status, (await answer.text()).includes('"type":"error"')];
      });
      assert.deepEqual(new Set((await Promise.all(asked)).map(String)), new Set(['200,false']));
      // The work is heard of by polling.
      await writeFile(join(server.docs, 'kraken.md'), '# Kraken\n\nThe kraken sleeps.\n');
      assert.equal((await update(server)).status, 'success');
      assert.deepEqual(await found(server, 'kraken'), ['kraken']);
      const state = await sql<{ prepared: number; listening: number; timeout: string }>`
      select (select count(*) from pg_prepared_statements) as prepared,
        (select count(*) from pg_listening_channels()) as listening,
        current_setting('statement_timeout') as timeout`.execute(server.app.store.db);
      assert.deepEqual(state.rows, [{ prepared: 0, listening: 0, timeout: '0' }]);
      const inTransaction = await server.app.store.db
        .transaction()
        .execute((db) =>
          sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(db),
        );
      assert.deepEqual(inTransaction.rows, [{ timeout: '1min' }]);
    },
  );
}

test(
  'behind it work is heard of at once by a direct address, and indexes are made later',
  { skip },
  async (t) => {
    const database = await postgres!.createDatabase();
    const bouncer = await startPgBouncer(database);
    const store = await openStore({ url: bouncer.url, directUrl: database });
    t.after(async () => {
      await store.close();
      await bouncer.stop();
    });
    const heard = Promise.withResolvers<boolean>();
    let count = 0;
    // The first call comes when it begins to listen.
    const stop = await store.signal.listen((isOurs) => count++ > 0 && heard.resolve(isOurs));
    await store.signal.send(store.db);
    assert.equal(await heard.promise, true);
    await stop();
    await addLaterIndex(store.db, 'threadsByTest', 'create index "threadsByTest" on threads ("updatedAt")');
    await makeLaterIndexes(store);
    const direct = new Client({ connectionString: database });
    await direct.connect();
    t.after(() => direct.end());
    const { rows } = await direct.query(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('"threadsByTest"')`,
    );
    assert.deepEqual(rows, [{ valid: true }]);
  },
);
