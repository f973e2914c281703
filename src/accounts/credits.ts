import { DocentError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { addCreditAlert, countCredits, type CreditUse, endHold, holdCredit } from '../store/credits.ts';
import type { Organization } from '../store/organizations.ts';
import type { Project } from '../store/projects.ts';
import type { Store } from '../store/store.ts';

/** Longer than any answer takes. */
const holdMs = 5 * 60_000;
const alertsAt = [50, 80, 100];

/** What one answer may do, and how it is paid for. */
type Credit = {
  /** `excerpts`: the credits are used up, and the project answers with search results alone. */
  kind: 'answer' | 'excerpts';
  /** To be called once: charges a given answer, gives the credit back for a failed one. */
  settle(answered: boolean): Promise<void>;
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
  const now = await store.now();
  const payer = { organizationId: organization.id, month: monthOf(now) };
  const allowance = organization.plan.creditsPerMonth ?? creditsPerMonth;
  const charge = async (overage: 0 | 1) => {
    const use = await countCredits(store, { ...payer, answers: 1, overage });
    if (allowance !== null) await raiseAlerts(store, payer, use, allowance, onAlert);
  };
  const counted = (overage: 0 | 1): Credit => {
    return { kind: 'answer', settle: async (answered) => void (answered && (await charge(overage))) };
  };
  if (allowance === null) return counted(0);
  const id = newId('hold');
  if (await holdCredit(store, { ...payer, id, expiresAt: now + holdMs }, allowance)) {
    return {
      kind: 'answer',
      async settle(answered) {
        const use = await endHold(store, id, answered ? payer : null);
        if (use !== null) await raiseAlerts(store, payer, use, allowance, onAlert);
      },
    };
  }
  if (project.settings.overages === true) return counted(1);
  if (project.settings.whenExhausted === 'excerpts') return { kind: 'excerpts', settle: async () => {} };
  throw new DocentError(
    'credits_exhausted',
    'The answers of this month are used up. Please try again next month, or ask for a larger plan.',
  );
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
