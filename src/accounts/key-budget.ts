import { hashSecret } from '../lib/secrets.ts';
import type { Limit } from '../store/limit.ts';
import type { KeyBudget } from '../store/keys.ts';
import { addressGroup } from './client-ip.ts';

const dayMs = 86_400_000;

/**
 * The limits of a single key: abuse of a copied public key exhausts that key only.
 * @param who the subject of the reader's token, or else the client's address
 */
export function budgetLimits(
  { id, budget }: { id: string; budget: KeyBudget },
  who: { reader?: string | undefined; clientIp?: string | undefined },
): (Limit & { name: string })[] {
  const reader = who.reader ?? (who.clientIp && addressGroup(who.clientIp)) ?? '';
  const limits = [
    { name: 'answersPerDay', limit: budget.answersPerDay, of: id },
    // Hashed, so that the table of counters does not list readers.
    {
      name: 'answersPerReaderPerDay',
      limit: budget.answersPerReaderPerDay,
      of: hashSecret(`${id}:${reader}`),
    },
  ];
  return limits.flatMap(({ name, limit, of }) =>
    limit === undefined ? [] : [{ name, key: `${name}:${of}`, limit, windowMs: dayMs }],
  );
}
