import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedProject } from '../../test/contract/store-seed.ts';
import { openTestStore } from '../../test/helpers/open-test-store.ts';
import { eachFolderProject, eachProject } from './each-project.ts';
import { addProject } from './projects.ts';
import { inTransaction } from './store.ts';

test('more projects than are read at once come each once, those of an organization oldest first', async (t) => {
  const store = await openTestStore(t);
  const first = await seedProject(store, 'docs');
  await seedProject(store, 'of-another-organization');
  const sources = [{ kind: 'folder', path: '/docs' } as const];
  const ids = Array.from({ length: 1_100 }, (_, nth) => `prj_${String(nth).padStart(4, '0')}`);
  await inTransaction(store, async (transaction) => {
    for (const [nth, id] of ids.entries()) {
      // Some have the same time.
      const createdAt = first.createdAt + 1_000 - Math.floor(nth / 2);
      await addProject(transaction, { ...first, id, domain: id, sources, createdAt });
    }
  });
  const all = await Array.fromAsync(eachProject(store, first.organizationId));
  assert.equal(new Set(all.map(({ id }) => id)).size, ids.length + 1);
  assert.ok(all.every(({ createdAt }, nth) => nth === 0 || all[nth - 1]!.createdAt <= createdAt));
  const ofFolders = await Array.fromAsync(eachFolderProject(store));
  assert.deepEqual(ofFolders.map(({ id }) => id).filter((id) => ids.includes(id)), ids); // prettier-ignore
});
