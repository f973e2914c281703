import { listCreditAlerts, readCredits } from '../store/credits.ts';
import { peek } from '../store/counters.ts';
import type { Organization, Plan } from '../store/organizations.ts';
import type { Store } from '../store/store.ts';
import { monthOf } from './take-credit.ts';
import { limitsOfOrganization, type LimitSettings } from './rate-limits.ts';

/** What is left of a month's answers; null: unlimited. */
export type CreditState = {
  perMonth: number | null;
  used: number;
  left: number | null;
  overage: number;
  resetsAt: number;
  /** The highest notified share, in percent, that this month has reached. */
  alert: number | null;
};

/** @param usual monthly credits of organizations whose plan sets none; null: unlimited */
export async function readCreditState(
  store: Store,
  organization: Pick<Organization, 'id' | 'plan'>,
  usual: number | null,
): Promise<CreditState> {
  const now = await store.now();
  const by = { organizationId: organization.id, month: monthOf(now) };
  const { used, overage } = await readCredits(store, by);
  const perMonth = organization.plan.creditsPerMonth ?? usual;
  const alerts = await listCreditAlerts(store, by);
  const left = perMonth === null ? null : Math.max(0, perMonth - used);
  return { perMonth, used, left, overage, resetsAt: nextMonth(now), alert: alerts.at(-1) ?? null };
}

type LimitReport = {
  name: string;
  limit: number;
  used: number;
  remaining: number;
  windowMs: number;
  resetsAt: number;
};

/** The current state of an organization's limits. A window that has not begun is shown as if it began now. */
export async function readLimits(
  store: Store,
  organization: Pick<Organization, 'id' | 'plan'>,
  settings: LimitSettings,
): Promise<LimitReport[]> {
  const limits = limitsOfOrganization(organization, settings);
  const states = await peek(
    store,
    limits.map(({ name: _, ...limit }) => limit),
  );
  const now = await store.now();
  return states.map(({ limit, remaining, windowMs, resetMs }, index) => {
    const { name } = limits[index]!;
    return { name, limit, used: limit - remaining, remaining, windowMs, resetsAt: now + resetMs };
  });
}

/** The plan with the given fields changed; null restores the server's default. */
export function changedPlan(
  plan: Plan,
  changes: {
    creditsPerMonth?: number | null;
    overages?: boolean | null;
    limits?: Record<string, number | null>;
    folders?: string[];
    repositories?: string[];
    privateHosts?: string[];
  },
): Plan {
  const { creditsPerMonth, overages: granted, limits, ...before } = plan;
  const rest = {
    ...before,
    ...(changes.folders !== undefined && { folders: changes.folders }),
    ...(changes.repositories !== undefined && { repositories: changes.repositories }),
    ...(changes.privateHosts !== undefined && { privateHosts: changes.privateHosts }),
  };
  const credits = changes.creditsPerMonth === undefined ? creditsPerMonth : changes.creditsPerMonth;
  const overages = changes.overages === undefined ? granted : changes.overages;
  const merged = Object.entries({ ...limits, ...changes.limits }).filter(([, limit]) => limit !== null);
  return {
    ...rest,
    ...(credits !== undefined && credits !== null && { creditsPerMonth: credits }),
    ...(overages !== undefined && overages !== null && { overages }),
    ...(merged.length > 0 && { limits: Object.fromEntries(merged) as Record<string, number> }),
  };
}

function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
