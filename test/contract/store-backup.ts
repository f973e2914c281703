import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/lib/ids.ts';
import { backUp, restore } from '../../src/store/backup/backup.ts';
import { copiedTables } from '../../src/store/backup/copied-tables.ts';
import { listConversations } from '../../src/store/conversations.ts';
import { addDeployment } from '../../src/store/deployments.ts';
import { addChunk } from '../../src/store/file-chunks.ts';
import { addKey } from '../../src/store/keys.ts';
import { addPreview } from '../../src/store/previews.ts';
import { addThread } from '../../src/store/threads.ts';
import type { Store } from '../../src/store/store.ts';
import { addTurn } from '../../src/store/turns.ts';
import { requestWork } from '../../src/store/work.ts';
import {
  type NewUrl,
  openContractStore,
  seedProject,
  someDeployment,
  someKey,
  someTurn,
} from './store-seed.ts';

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function openFor(t: TestContext, url: string): Promise<Store> {
  const store = await openContractStore(url);
  t.after(() => store.close());
  return store;
}

/** Some rows in tables of every kind: that name others, that name their own, that are numbered, that hold bytes. */
async function fill(store: Store) {
  const project = await seedProject(store, 'docs');
  const preview = { of: project.id, branch: 'next', expiresAt: 9 };
  // In the order of rows it may stand before what it belongs to.
  await addPreview(store, { ...project, id: newId('prj'), domain: 'docs--next', preview });
  await addKey(store, someKey(project));
  await addDeployment(store, someDeployment(project, { status: 'success', indexFile: 'one.sqlite' }));
  await addThread(store, {
    projectId: project.id,
    id: 'thr_1',
    keyHash: 'h',
    fp: 'ann',
    createdAt: 1,
    updatedAt: 1,
  });
  for (let nth = 0; nth < 450; nth++)
    await addTurn(store, someTurn(project, { question: `How is zeppelin${nth} installed?`, createdAt: nth }));
  for (const subject of ['b', 'a'])
    await requestWork(store, { kind: 'some', subject, projectId: project.id, input: { of: subject } });
  await addChunk(store, { name: 'file', nth: 0, bytes: new Uint8Array([0, 255, 10]) });
  return project;
}

const plain = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);

async function rowsOf(store: Store, sqlite: Store): Promise<Map<string, unknown[]>> {
  const tables = new Map<string, unknown[]>();
  for (const { name, columns } of await copiedTables(store, sqlite)) {
    // Of a number that the database gives only the order counts.
    const own = columns.filter((column) => !(name === 'work' && column === 'id')).toSorted();
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(own.map((one) => sql.ref(one)))}
      from ${sql.table(name)}`.execute(store.db);
    tables.set(name, rows.map((row) => JSON.stringify(own.map((one) => plain(row[one])))).toSorted());
  }
  return tables;
}

/** A backup of one database is the state of any other. `others`: addresses of empty databases of both kinds. */
export function backupContract(newUrl: NewUrl, others: NewUrl[]): void {
  test('everything comes back in an empty database of either kind, with its files, and is whole and in order', async (t) => {
    const folder = await temporaryFolder(t);
    const url = await newUrl();
    const store = await openFor(t, url);
    const project = await fill(store);
    const index = join(folder, 'one.sqlite');
    const bytes = Buffer.alloc(2_500_000, 'index');
    await writeFile(index, bytes);
    const path = join(folder, 'backup');
    const saved = await backUp({ url }, path, '0.1.0', async (indexFiles) => {
      assert.deepEqual(indexFiles, ['one.sqlite']);
      // Others write meanwhile, and it is not of this backup.
      await addKey(store, someKey(project, { name: 'later' }));
      return [
        { name: 'indexes/one.sqlite', path: index },
        { name: 'indexes/gone.sqlite', path: join(folder, 'gone') },
      ];
    });
    assert.deepEqual(saved, { projects: 2, conversations: 1, files: 1 });

    for (const other of others) {
      const to = await other();
      const files = new Map<string, Buffer>();
      const back = await restore({ url: to }, path, async (name, pieces) => {
        files.set(name, Buffer.concat(await Array.fromAsync(pieces)));
      });
      assert.equal(back.info.version, '0.1.0');
      assert.deepEqual([...files.keys()], ['indexes/one.sqlite']);
      assert.ok(files.get('indexes/one.sqlite')!.equals(bytes));
      const restored = await openFor(t, to);
      const sqlite =
        [restored, store].find(({ kind }) => kind === 'sqlite') ?? (await openFor(t, 'sqlite::memory:'));
      const [before, after] = [await rowsOf(store, sqlite), await rowsOf(restored, sqlite)];
      before.set(
        'keys',
        before.get('keys')!.filter((row) => !String(row).includes('later')),
      );
      assert.deepEqual(after, before);
      const found = await listConversations(
        restored,
        { projectId: project.id, words: ['zeppelin449'] },
        { limit: 2 },
      );
      assert.equal(found.rows.length, 1);
      const { rows: work } = await sql<{ subject: string }>`select subject from work order by id`.execute(
        restored.db,
      );
      assert.deepEqual(
        work.map(({ subject }) => subject),
        ['b', 'a'],
      );
      await addTurn(restored, someTurn(project));
    }
  });

  test('nothing is restored over what is there, from what is not a backup, or half', async (t) => {
    const folder = await temporaryFolder(t);
    const url = await newUrl();
    const store = await openFor(t, url);
    await fill(store);
    const path = join(folder, 'backup');
    await backUp({ url }, path, '0.1.0', async () => []);
    const into = (file: string, to: string) => restore({ url: to }, file, async () => {});
    await assert.rejects(into(path, url), { code: 'conflict' });
    const foreign = join(folder, 'foreign');
    await writeFile(foreign, 'no database');
    const damaged = join(folder, 'damaged');
    await writeFile(damaged, (await readFile(path)).subarray(0, 60_000));
    const empty = await others[0]!();
    for (const file of [foreign, damaged])
      await assert.rejects(into(file, empty), { code: 'invalid_request' }, file);
    await assert.rejects(into(join(folder, 'missing'), empty), { code: 'not_found' });
    assert.equal((await into(path, empty)).projects, 2, 'what failed left nothing behind');
  });
}
