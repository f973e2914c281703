import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteFile, settings, type SqliteFile } from './sqlite-file.ts';
import { startSqliteThread } from './sqlite-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-sqlite-'));
test.after(() => rmSync(folder, { recursive: true }));
let last = 0;

async function open(): Promise<{ file: SqliteFile; path: string; ask: (sql: string) => Promise<unknown[]> }> {
  const path = join(folder, `${++last}.db`);
  const file = openSqliteFile(path, false);
  const ask = async (sql: string) => (await file.run([{ sql, parameters: [] }])).rows;
  for (const sql of settings) await ask(sql);
  await ask('create table words (word text primary key, nth integer)');
  return { file, path, ask };
}

const add = (word: string, nth = 0) => ({ sql: 'insert into words values (?, ?)', parameters: [word, nth] });

/** How often the file is told to commit. */
function countCommits(run: () => Promise<unknown>): Promise<number> {
  const { exec } = DatabaseSync.prototype;
  let commits = 0;
  DatabaseSync.prototype.exec = function (sql) {
    if (sql === 'commit') commits += 1;
    return exec.call(this, sql);
  };
  return run()
    .then(() => commits)
    .finally(() => (DatabaseSync.prototype.exec = exec));
}

test('writes of one turn share a commit', async () => {
  const { file, ask } = await open();
  const commits = await countCommits(() =>
    Promise.all([file.run([add('a')]), file.run([add('b'), add('c')]), file.run([add('d')])]),
  );
  assert.equal(commits, 1);
  assert.equal((await ask('select * from words')).length, 4);
  await file.close();
});

test('a write that fails takes none of its turn with it, and nothing of it stays', async () => {
  const { file, ask } = await open();
  const results = await Promise.allSettled([
    file.run([add('a', 1)]),
    file.run([add('b', 2), add('a', 3)]),
    file.run([add('c', 4)]),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await ask('select nth from words order by nth'), [{ nth: 1 }, { nth: 4 }]);
  await file.close();
});

test('a read sees the writes before it and none after it', async () => {
  const { file, ask } = await open();
  const [, before, , after] = await Promise.all([
    file.run([add('a')]),
    ask('select count(*) as words from words'),
    file.run([add('b')]),
    ask('select count(*) as words from words'),
  ]);
  assert.deepEqual([before, after], [[{ words: 1 }], [{ words: 2 }]]);
  await file.close();
});

test('writes within a transaction wait for its own commit', async () => {
  const { file, ask } = await open();
  await ask('begin immediate');
  await Promise.all([file.run([add('a')]), file.run([add('b')])]);
  await ask('rollback');
  assert.deepEqual(await ask('select * from words'), []);
  await file.close();
});

test('a thread answers each of the requests of a turn, and closes after them', async () => {
  const path = join(folder, `${++last}.db`);
  const thread = await startSqliteThread(path, false);
  await thread.run([{ sql: 'create table words (word text primary key, nth integer)', parameters: [] }]);
  const asked = [thread.run([add('a')]), thread.run([add('a')]), thread.run([add('b')])] as const;
  const closed = thread.close();
  await assert.rejects(asked[1], { message: /UNIQUE/, errcode: 1555 });
  assert.deepEqual([(await asked[0]).changes, (await asked[2]).changes], [1, 1]);
  await closed;
});

test('writes wait together while another connection holds the lock', async () => {
  const { file, path, ask } = await open();
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  const written = Promise.all([file.run([add('a')]), file.run([add('b')])]);
  await new Promise((resolve) => setImmediate(resolve));
  other.exec('commit');
  other.close();
  await written;
  assert.equal((await ask('select * from words')).length, 2);
  await file.close();
});
