import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createSqliteFile } from './sqlite.ts';

/** An empty store that goes away with the test. */
export async function openTestStore(t: TestContext): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-store-'));
  const path = join(folder, 'docent.sqlite');
  await createSqliteFile(path);
  const store = await openStore({ url: `sqlite:${path}` });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}
