import type { TestContext } from 'node:test';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

/** An empty store in memory that goes away with the test. */
export async function openTestStore(t: TestContext): Promise<Store> {
  const store = await openStore({ url: 'sqlite::memory:' });
  t.after(() => store.close());
  return store;
}
