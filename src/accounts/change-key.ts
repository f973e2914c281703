import { DocentError } from '../errors.ts';
import { findKey, type KeyBudget, updateKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { originProblems } from './check-new-key.ts';
import type { KeyInfo } from './manage-keys.ts';

/**
 * Changes the fields of an assistant key that may change. When a site moves, its pages keep their key.
 * @throws DocentError `not_found`, `invalid_request` for an admin key and for an invalid origin
 */
export async function changeKey(
  store: Store,
  key: { organizationId: string; id: string },
  changes: { originAllowList?: string[] | undefined; budget?: KeyBudget | undefined },
): Promise<KeyInfo> {
  const known = await findKey(store, key);
  if (!known || known.revokedAt !== null) throw new DocentError('not_found', 'There is no key with this id.');
  if (known.kind !== 'assistant')
    throw new DocentError('invalid_request', 'Only assistant keys have allowed origins and a budget.');
  const originAllowList = changes.originAllowList ?? known.originAllowList;
  const budget = changes.budget ?? known.budget;
  const details = originProblems(originAllowList);
  if (details.length > 0) {
    throw new DocentError('invalid_request', details.map(({ message }) => message).join(' '), { details });
  }
  await updateKey(store, known, { originAllowList, budget });
  const { hash: _, ...info } = known;
  return { ...info, originAllowList, budget };
}
