import { listGaps, listTopics } from '../analytics/topics.ts';
import { reportUsage, type Totals } from '../analytics/usage-report.ts';
import { findOrganization } from '../store/organizations.ts';
import { type Job, listFollowed } from '../store/jobs.ts';
import { listSearchTerms } from '../store/searches.ts';
import type { Store } from '../store/store.ts';
import type { Message } from './message.ts';

const weekMs = 7 * 86_400_000;
const shown = 5;

/** An organization's last week compared with the week before; null when nothing happened. */
export async function writeDigest(
  store: Store,
  { organizationId, dashboard }: { organizationId: string; dashboard: string },
): Promise<Message | null> {
  const organization = await findOrganization(store, organizationId);
  if (organization === undefined) return null;
  const to = await store.now();
  const from = to - weekMs;
  const parts: string[] = [];
  const { projects } = await reportUsage(store, { organizationId, from, to });
  for (const { projectId, name, ...totals } of projects) {
    const waiting = await listFollowed(store, projectId, shown);
    if (totals.answers + totals.searches + waiting.length === 0) continue;
    const week = { organizationId, projectId, from: from - weekMs, to: from };
    const { totals: before } = await reportUsage(store, week);
    parts.push(await describe(store, { id: projectId, name }, { totals, before, from, to, waiting }));
  }
  if (parts.length === 0) return null;
  return {
    type: 'digest',
    subject: `The week in ${organization.name}`,
    text: parts.join('\n\n\n'),
    url: `${dashboard}/${organization.slug}`,
  };
}

async function describe(
  store: Store,
  { id: projectId, name }: { id: string; name: string },
  {
    totals,
    before,
    from,
    to,
    waiting,
  }: { totals: Totals; before: Totals; from: number; to: number; waiting: readonly Job[] },
): Promise<string> {
  const topics = await listTopics(store, { projectId, from, to, order: 'count' }, { limit: shown });
  const gaps = await listGaps(store, { projectId, status: 'open' }, { limit: shown });
  const none = { projectId, from, to, onlyWithoutResults: true };
  const searches = await listSearchTerms(store, none, { limit: shown });
  const section = (title: string, lines: string[]) =>
    lines.length === 0 ? '' : `\n\n${title}\n${lines.map((line) => `- ${line}`).join('\n')}`;
  return [
    `${name}\n${totals.answers} questions (${before.answers} the week before), ${share(totals)} answered (${share(before)}), ${totals.helpful} helpful, ${totals.unhelpful} not`,
    section('Most asked', topics.rows.map(({ label, asked }) => `${label} (${asked.count})`)),
    section('Open gaps', gaps.rows.map(({ label, unanswered }) => `${label} (${unanswered})`)),
    section('Pull requests that wait for you', waiting.map(({ title, pullRequest }) => `${title ?? 'Change the docs'}: ${pullRequest!.url}`)),
    section('Searches without results', searches.rows.map(({ query, count }) => `${query} (${count})`)),
  ].join(''); // prettier-ignore
}

function share({ answered, answers }: Totals): string {
  return answers === 0 ? 'none' : `${Math.round((100 * answered) / answers)} %`;
}
