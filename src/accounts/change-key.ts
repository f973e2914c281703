import { DocentError } from '../errors.ts';
import { findKey, type KeyBudget, type KeyRecord, updateKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { originProblems } from './check-new-key.ts';
import type { KeyInfo } from './manage-keys.ts';

/**
 * Changes the fields of an assistant key that may change. When a site moves, its pages keep their key.
 * @param by the admin key that changes it: only of a key that it made may it widen the bounds, since that ends with it
 * @throws DocentError `not_found`, `invalid_request` for an admin key, an invalid origin and wider bounds
 */
export async function changeKey(
  store: Store,
  key: { organizationId: string; id: string },
  changes: { originAllowList?: string[] | undefined; budget?: KeyBudget | undefined },
  by?: Pick<KeyRecord, 'id'>,
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
  const isWider = !isWithin(originAllowList, known.originAllowList) || !isLower(budget, known.budget);
  if (by !== undefined && known.parentId !== by.id && isWider)
    throw new DocentError(
      'invalid_request',
      'With a key, the sites and limits of a key that it did not make can only be narrowed. Sign in to widen them.',
    );
  await updateKey(store, known, { originAllowList, budget });
  const { hash: _, ...info } = known;
  return { ...info, originAllowList, budget };
}

/** An empty list allows every site. */
const isWithin = (origins: string[], known: string[]) =>
  known.length === 0 || (origins.length > 0 && origins.every((origin) => known.includes(origin)));

/** An absent limit does not apply. */
const isLower = (budget: KeyBudget, known: KeyBudget) =>
  (Object.keys(known) as (keyof KeyBudget)[]).every(
    (name) => (budget[name] ?? Infinity) <= (known[name] ?? Infinity),
  );
