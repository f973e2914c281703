import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addKey, listKeys } from '../../src/store/keys.ts';
import { listSearches } from '../helpers/list-searches.ts';
import { inTransaction, type Store } from '../../src/store/store.ts';
import { type NewUrl, openContractStore, seedProject, someKey } from './store-seed.ts';
import { startWorker, startWorkers } from './store-workers.ts';

/** Several processes on one store, and processes that die. */
export function processesContract(newUrl: NewUrl, emptyUrl: NewUrl): void {
  test('several processes that open an empty store at once all find it migrated', async () => {
    const workers = await startWorkers(4, ['open', await emptyUrl()]);
    assert.deepEqual(await workers.run(), ['opened', 'opened', 'opened', 'opened']);
  });

  test('several connections of one process may open an empty store at once', async () => {
    const url = await emptyUrl();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openContractStore(url)));
    for (const store of stores) assert.ok((await store.now()) > 0);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('transactions that read and then write wait for each other', async () => {
    const url = await newUrl();
    const stores = await Promise.all([openContractStore(url), openContractStore(url)]);
    const project = await seedProject(stores[0]!, 'mine');
    const addAfterReading = (store: Store) =>
      inTransaction(store, async (transaction) => {
        await listKeys(transaction, project.organizationId);
        await addKey(transaction, someKey(project));
      });
    await Promise.all(stores.flatMap((store) => [addAfterReading(store), addAfterReading(store)]));
    assert.equal((await listKeys(stores[0]!, project.organizationId)).length, 4);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('several processes that start first at once make one project with its keys', async () => {
    const workers = await startWorkers(3, ['first-start', await emptyUrl()]);
    assert.deepEqual((await workers.run()).sort(), ['found', 'found', 'made']);
  });

  test('a store to which a newer version added is opened; one that it changed otherwise is refused', async () => {
    const url = await newUrl();
    const store = await openContractStore(url);
    const migrated = (name: string) => sql`insert into migrations (name) values (${name})`.execute(store.db);
    await sql`alter table keys add column later text`.execute(store.db);
    await migrated('998-adds');
    const beside = await openContractStore(url);
    const { organizationId } = await seedProject(beside, 'made-by-the-version-before');
    assert.deepEqual(await listKeys(beside, organizationId), []);
    await beside.close();
    await migrated('999-takes-away!');
    await store.close();
    await assert.rejects(openContractStore(url), /made by a newer Docent \(999-takes-away!\)/);
  });

  test('kill -9 of a writer loses nothing that was acknowledged', async () => {
    const url = await newUrl();
    const store = await openContractStore(url);
    const { id: projectId } = await seedProject(store, 'mine');
    const acknowledged = [];
    for (let round = 0; round < 3; round++) {
      const worker = await startWorker(['write', url, projectId]);
      acknowledged.push(...(await worker.killAfter(30)));
    }
    const kept = new Set((await listSearches(store, { projectId, limit: 100_000 })).map(({ id }) => id));
    await store.close();
    assert.ok(acknowledged.length >= 90);
    assert.deepEqual(
      acknowledged.filter((id) => !kept.has(id)),
      [],
    );
  });
}
