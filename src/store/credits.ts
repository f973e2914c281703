import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

/** Answers of an organization in a month (`2026-11`, UTC). `overage` is how many of `used` were beyond the plan. */
export type CreditUse = { used: number; overage: number };

type CreditHold = { id: string; organizationId: string; month: string; expiresAt: number };

/**
 * Sets a credit aside for a running answer; false when what is used and what others hold leave none of `allowance`.
 * Exact under any concurrency: the month's row is locked first. A hold whose process died ends by itself.
 */
export async function holdCredit(store: Store, hold: CreditHold, allowance: number): Promise<boolean> {
  const { organizationId, month } = hold;
  return inTransaction(store, async (transaction) => {
    const { used } = await countCredits(transaction, { organizationId, month, answers: 0, overage: 0 });
    const now = await transaction.now();
    await transaction.db.deleteFrom('creditHolds').where('expiresAt', '<=', now).execute();
    const { held } = await transaction.db
      .selectFrom('creditHolds')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where('organizationId', '=', organizationId)
      .executeTakeFirstOrThrow();
    if (used + Number(held) >= allowance) return false;
    await transaction.db.insertInto('creditHolds').values(hold).execute();
    return true;
  });
}

/** What an answer that is over costs. */
export type Charge = {
  organizationId: string;
  month: string;
  /** 0 for one that failed. */
  answers: 0 | 1;
  overage: 0 | 1;
  /** The hold that ends with it. */
  holdId: string | null;
};

/** Counts an answer and ends its hold. */
export async function charge(store: Store, { holdId, ...counted }: Charge): Promise<CreditUse> {
  return inTransaction(store, async (transaction) => {
    if (holdId !== null) await endHoldQuery(transaction, holdId).execute();
    return countCredits(transaction, counted);
  });
}

export function endHoldQuery({ db }: Store, holdId: string) {
  return db.deleteFrom('creditHolds').where('id', '=', holdId);
}

type Counted = { organizationId: string; month: string; answers: number; overage: number };

/** Adds to what a month has used, and returns it. */
export async function countCredits(store: Store, counted: Counted): Promise<CreditUse> {
  return countQuery(store, counted).executeTakeFirstOrThrow();
}

export function countQuery({ db }: Store, { organizationId, month, answers, overage }: Counted) {
  return db
    .insertInto('credits')
    .values({ organizationId, month, used: answers, overage })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'month']).doUpdateSet({
        used: sql`credits.used + excluded.used`,
        overage: sql`credits.overage + excluded.overage`,
      }),
    )
    .returning(['used', 'overage']);
}

export async function readCredits(
  store: Store,
  by: { organizationId: string; month: string },
): Promise<CreditUse> {
  const row = await store.db
    .selectFrom('credits')
    .select(['used', 'overage'])
    .where('organizationId', '=', by.organizationId)
    .where('month', '=', by.month)
    .executeTakeFirst();
  return row ?? { used: 0, overage: 0 };
}

/** Notes that a month has reached a share of its allowance; true for the first who does. */
export async function addCreditAlert(
  store: Store,
  alert: { organizationId: string; month: string; percent: number; createdAt: number },
): Promise<boolean> {
  const added = await store.db
    .insertInto('creditAlerts')
    .values(alert)
    .onConflict((conflict) => conflict.columns(['organizationId', 'month', 'percent']).doNothing())
    .returning('percent')
    .executeTakeFirst();
  return added !== undefined;
}

/** The shares that a month has reached, in percent, lowest first. */
export async function listCreditAlerts(
  store: Store,
  by: { organizationId: string; month: string },
): Promise<number[]> {
  const rows = await store.db
    .selectFrom('creditAlerts')
    .select('percent')
    .where('organizationId', '=', by.organizationId)
    .where('month', '=', by.month)
    .orderBy('percent')
    .execute();
  return rows.map(({ percent }) => percent);
}
