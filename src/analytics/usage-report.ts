import { type ChannelUse, listChannelUse } from '../store/channel-use.ts';
import { listProjectNames } from '../store/projects.ts';
import { dayOf, listUsage, noUsage, type Usage, type UsageDay } from '../store/usage.ts';
import type { Store } from '../store/store.ts';
import { periodBefore } from './period-before.ts';

/** The daily counts that are added up. */
export type Totals = Usage & { answers: number };

type UsageReport = {
  totals: Totals;
  /** Of the period before, which is equally long. */
  before: Totals;
  /** Every day of the range, including empty ones, as ISO dates. */
  days: (Totals & { date: string })[];
  projects: (Totals & { projectId: string; domain: string; name: string })[];
  /** What was asked elsewhere than on the site. */
  channels: (ChannelUse & { channel: string; answers: number })[];
  /** Each project's days with any use. */
  rows: (Totals & { date: string; domain: string })[];
};

const dayMs = 86_400_000;

/** The usage of an organization, or one of its projects, per day of a range; `to` is exclusive. */
export async function reportUsage(
  store: Store,
  by: { organizationId: string; projectId?: string | undefined; from: number; to: number },
): Promise<UsageReport> {
  const [from, to] = [dayOf(by.from), dayOf(by.to - 1) + 1];
  const used = await listUsage(store, { ...by, from, to });
  const earlier = await listUsage(store, { ...by, ...periodBefore({ from, to }) });
  const inChannels = await listChannelUse(store, { ...by, from, to });
  const projects = await listProjectNames(store, by);
  const days = Map.groupBy(used, ({ day }) => day);
  const ofProject = Map.groupBy(used, ({ projectId }) => projectId);
  const domains = new Map(projects.map(({ id, domain }) => [id, domain]));
  return {
    totals: addUp(used),
    before: addUp(earlier),
    days: Array.from({ length: to - from }, (_, index) => ({
      date: dateOf(from + index),
      ...addUp(days.get(from + index) ?? []),
    })),
    projects: projects.map(({ id, domain, name }) => ({
      projectId: id,
      domain,
      name,
      ...addUp(ofProject.get(id) ?? []),
    })),
    channels: inChannels.map((use) => ({
      ...use,
      answers: use.answered + use.partial + use.unanswered + use.failed,
    })),
    rows: used.map((row) => ({
      date: dateOf(row.day),
      domain: domains.get(row.projectId) ?? '',
      ...addUp([row]),
    })),
  };
}

function addUp(rows: UsageDay[]): Totals {
  const totals = { ...noUsage };
  for (const row of rows) {
    for (const name of Object.keys(totals) as (keyof Usage)[]) totals[name] += row[name];
  }
  const { answered, partial, unanswered, failed } = totals;
  return { answers: answered + partial + unanswered + failed, ...totals };
}

function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
