import { type Issued, issueWith } from '../store/issued.ts';
import type { KeyRecord } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { invalidKey } from './admit.ts';

/**
 * What everything that is made now carries; null without a key. Must run in the transaction that makes it.
 * @throws DocentError `invalid_key` when the key was revoked meanwhile
 */
export async function issuerOf(store: Store, key: KeyRecord | undefined): Promise<Issued | null> {
  const issued = await issueWith(store, key);
  if (issued === undefined) throw invalidKey();
  return issued;
}
