import { sql } from 'kysely';
import { inTransaction, type Store } from './store.ts';

/** Answers of an organization in a month (`2026-11`, UTC). `overage`: how many of `used` were beyond the plan. */
export type CreditUse = { used: number; overage: number };

type CreditHold = { id: string; organizationId: string; month: string; expiresAt: number };

/**
 * Holds a credit for a running answer; false when used and held credits together reach `allowance`. Exact under any
 * concurrency: the month's row is locked first. The hold of a dead process expires.
 */
export async function holdCredit(store: Store, hold: CreditHold, allowance: number): Promise<boolean> {
  const { organizationId, month } = hold;
  return inTransaction(store, async (transaction) => {
    const { used } = await countCredits(transaction, { organizationId, month, answers: 0, allowance: null });
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

/** The charge for a finished answer. */
export type Charge = {
  organizationId: string;
  month: string;
  /** 0 for a failed one. */
  answers: 0 | 1;
  /** Answers of a month beyond this are overage; null: none are. */
  allowance: number | null;
  /** The hold to end. */
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

type Counted = { organizationId: string; month: string; answers: number; allowance: number | null };

/** Adds to a month's usage, and returns the total. What is overage is known only now: answers that were running may have failed. */
export async function countCredits(store: Store, counted: Counted): Promise<CreditUse> {
  return countQuery(store, counted).executeTakeFirstOrThrow();
}

export function countQuery({ db }: Store, { organizationId, month, answers, allowance }: Counted) {
  const given = sql`cast(${allowance} as bigint)`;
  const first = sql<number>`case when ${given} = 0 then cast(${answers} as bigint) else 0 end`;
  return db
    .insertInto('credits')
    .values({ organizationId, month, used: answers, overage: first })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'month']).doUpdateSet({
        used: sql`credits.used + excluded.used`,
        overage: sql`credits.overage + case when credits.used + excluded.used > ${given} then excluded.used else 0 end`,
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

/** Records that a month has reached a share of its allowance; true for the first caller. */
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
