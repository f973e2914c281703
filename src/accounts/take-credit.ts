import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { addCreditAlert, type Charge, charge, type CreditUse, holdCredit } from '../store/credits.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** Longer than any answer takes. */
const holdMs = 5 * 60_000;
const alertsAt = [50, 80, 100];

/** What one answer may do, and how it is paid for. */
export type Credit = {
  /** `excerpts`: the credits are used up, and the project answers with search results alone. */
  kind: 'answer' | 'excerpts';
  /** What is to be counted when the answer is over; null when there is nothing to. */
  charge(answered: boolean): Charge | null;
  /** To be told what the month has used with it, when the charge was written. */
  charged(use: CreditUse): Promise<void>;
};

/** Told when a month first reaches 50, 80 or 100 % of the plan's credits. */
type OnCreditAlert = (alert: { organizationId: string; month: string; percent: number }) => void;

type Payer = {
  organization: Pick<Organization, 'id' | 'plan'>;
  project: { settings: Project['settings'] };
  /** Of organizations whose plan says nothing; null: as many as they like. */
  creditsPerMonth: number | null;
};

/**
 * Takes the credit of one answer from the organization's plan.
 * @throws DocentError `credits_exhausted` when none is left and the project neither pays for more nor answers without
 */
export async function takeCredit(
  store: Store,
  { organization, project, creditsPerMonth }: Payer,
  onAlert: OnCreditAlert,
): Promise<Credit> {
  const allowance = organization.plan.creditsPerMonth ?? creditsPerMonth;
  // Nothing is refused by it, so a server's own clock is good enough to tell the month.
  const now = allowance === null ? Date.now() : await store.now();
  const payer = { organizationId: organization.id, month: monthOf(now) };
  const charged = async (use: CreditUse) => {
    if (allowance !== null) await raiseAlerts(store, payer, use, allowance, onAlert);
  };
  const counted = (overage: 0 | 1): Credit => ({
    kind: 'answer',
    charge: (answered) => (answered ? { ...payer, answers: 1, overage, holdId: null } : null),
    charged,
  });
  if (allowance === null) return counted(0);
  const holdId = newId('hold');
  if (await holdCredit(store, { ...payer, id: holdId, expiresAt: now + holdMs }, allowance)) {
    return {
      kind: 'answer',
      charge: (answered) => ({ ...payer, answers: answered ? 1 : 0, overage: 0, holdId }),
      charged,
    };
  }
  if (project.settings.overages === true) return counted(1);
  if (project.settings.whenExhausted === 'excerpts')
    return { kind: 'excerpts', charge: () => null, charged: async () => {} };
  throw new DocentError(
    'credits_exhausted',
    'The answers of this month are used up. Please try again next month, or ask for a larger plan.',
  );
}

/** Charges a given answer that nothing is recorded of, or gives the credit of a failed one back. */
export async function settle(store: Store, credit: Credit, answered: boolean): Promise<void> {
  const due = credit.charge(answered);
  if (due !== null) await credit.charged(await charge(store, due));
}

/** `2026-11`, UTC. */
export function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

async function raiseAlerts(
  store: Store,
  payer: { organizationId: string; month: string },
  { used }: CreditUse,
  allowance: number,
  onAlert: OnCreditAlert,
): Promise<void> {
  // Only the answer that reaches a share asks whether somebody has told of it.
  const reached = alertsAt.filter((percent) => used === Math.ceil((allowance * percent) / 100));
  for (const percent of reached) {
    const alert = { ...payer, percent };
    if (await addCreditAlert(store, { ...alert, createdAt: await store.now() })) onAlert(alert);
  }
}
