import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import {
  addCreditAlert,
  type Charge,
  charge,
  type CreditUse,
  holdCredit,
  listCreditAlerts,
  readCredits,
} from '../store/credits.ts';
import { DiskFull } from '../store/disk-full.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { grantsOverages } from './grants.ts';

/** No answer takes longer than this. */
const holdMs = 5 * 60_000;
const alertsAt = [50, 80, 100];

/** How one answer is made and paid for. */
export type Credit = {
  /** `excerpts`: the credits are used up, and the project answers with search results only. */
  kind: 'answer' | 'excerpts';
  /** The charge to write when the answer is over; null when nothing is charged. */
  charge(answered: boolean): Charge | null;
  /** Call it with the month's total once the charge is written. */
  charged(use: CreditUse): Promise<void>;
};

/** Called when a month first reaches 50, 80 or 100 % of the plan's credits. */
type OnCreditAlert = (alert: { organizationId: string; month: string; percent: number }) => void;

type Payer = {
  organization: Pick<Organization, 'id' | 'slug' | 'plan'>;
  project: { settings: Project['settings'] };
  /** Monthly credits of organizations whose plan sets none; null: unlimited. */
  creditsPerMonth: number | null;
};

/**
 * Takes the credit of one answer from the organization's plan.
 * @throws DocentError `credits_exhausted` when none is left, and the project allows neither overages (within its
 * plan) nor excerpts
 */
export async function takeCredit(
  store: Store,
  { organization, project, creditsPerMonth }: Payer,
  onAlert: OnCreditAlert,
): Promise<Credit> {
  const allowance = organization.plan.creditsPerMonth ?? creditsPerMonth;
  // The month only labels the charge, so this server's clock is accurate enough.
  const now = allowance === null ? Date.now() : await store.now();
  const payer = { organizationId: organization.id, month: monthOf(now) };
  const charged = async (use: CreditUse) => {
    if (allowance !== null) await raiseAlerts(store, payer, use, allowance, onAlert);
  };
  const counted: Credit = {
    kind: 'answer',
    charge: (answered) => (answered ? { ...payer, answers: 1, allowance, holdId: null } : null),
    charged,
  };
  if (allowance === null) return counted;
  const holdId = newId('hold');
  const hold = { ...payer, id: holdId, expiresAt: now + holdMs };
  // Answers go on when the disk is full.
  const isHeld = await holdCredit(store, hold, allowance).catch(async (error: unknown) => {
    if (error instanceof DiskFull) return (await readCredits(store, payer)).used < allowance;
    throw error;
  });
  if (isHeld) {
    return {
      kind: 'answer',
      charge: (answered) => ({ ...payer, answers: answered ? 1 : 0, allowance, holdId }),
      charged,
    };
  }
  if (project.settings.overages === true && grantsOverages(organization)) return counted;
  if (project.settings.whenExhausted === 'excerpts')
    return { kind: 'excerpts', charge: () => null, charged: async () => {} };
  throw new DocentError(
    'credits_exhausted',
    'The answers of this month are used up. Please try again next month, or ask for a larger plan.',
  );
}

/** Charges an answer that leaves no record, or returns the credit of a failed one. */
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
  if (allowance === 0) return;
  const reached = alertsAt.filter((percent) => used >= Math.ceil((allowance * percent) / 100));
  if (reached.length === 0) return;
  // A smaller plan may have left shares behind that no answer has just reached.
  const known = await listCreditAlerts(store, payer);
  for (const percent of reached.filter((each) => !known.includes(each))) {
    const alert = { ...payer, percent };
    if (await addCreditAlert(store, { ...alert, createdAt: await store.now() })) onAlert(alert);
  }
}
