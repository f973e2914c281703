import { hash } from 'node:crypto';
import { readCreditState } from '../accounts/organization-plan.ts';
import { findOrganization } from '../store/organizations.ts';
import { listEndingKeys, listFailedDeployments, listRisingGaps } from '../store/notifications.ts';
import { listProjects } from '../store/projects.ts';
import type { Store } from '../store/store.ts';
import { readTopic } from '../analytics/topics.ts';
import type { Alert } from './message.ts';

const dayMs = 86_400_000;
/** Minimum unanswered questions in a week for a rising gap. */
const minQuestions = 5;
const keyDays = 14;

/** An organization's current alerts. Each is sent once, by its name. */
export async function findAlerts(
  store: Store,
  {
    organizationId,
    dashboard,
    creditsPerMonth,
  }: { organizationId: string; dashboard: string; creditsPerMonth: number | null },
): Promise<Alert[]> {
  const organization = await findOrganization(store, organizationId);
  if (organization === undefined) return [];
  const now = await store.now();
  const home = `${dashboard}/${organization.slug}`;
  const alerts: Alert[] = [];
  const { alert, used, perMonth, resetsAt } = await readCreditState(store, organization, creditsPerMonth);
  if (alert !== null && perMonth !== null) {
    alerts.push({
      name: `credits:${resetsAt}:${alert}`,
      type: 'alert.credits',
      subject: `${alert} % of the month’s credits are used`,
      text: `${organization.name} has used ${used} of ${perMonth} answers of this month. They begin anew on ${day(resetsAt)}.`,
      url: `${home}/-/plan`,
    });
  }
  for (const failed of await listFailedDeployments(store, { organizationId, since: now - dayMs })) {
    alerts.push({
      name: `deployment:${failed.id}`,
      type: 'alert.deployment_failed',
      subject: `A deployment of ${failed.name} failed`,
      text: `${failed.summary}\n\nThe docs that were live before still answer.`,
      url: `${home}/${failed.domain}/deployments/${failed.id}`,
    });
  }
  for (const { id, name, domain, sourceFaults = [] } of await listProjects(store, organizationId)) {
    for (const { kind, name: source, message, since } of sourceFaults)
      alerts.push({
        name: `source:${id}:${since}:${hash('sha256', `${kind} ${source}`)}`,
        type: 'alert.source_failed',
        subject: `A source of ${name} cannot be read: ${source}`,
        text: `${message}\n\nWhat was known of it stays. The other sources go on.`,
        url: `${home}/${domain}/settings`,
      });
  }
  for (const key of await listEndingKeys(store, { organizationId, now, until: now + keyDays * dayMs })) {
    alerts.push({
      name: `key:${key.id}:${key.expiresAt}`,
      type: 'alert.key_expiring',
      subject: `The key “${key.name}” ends on ${day(key.expiresAt)}`,
      text: 'From then on requests with it are refused. Create a new key and replace it.',
      url: home,
    });
  }
  const rising = await listRisingGaps(store, { organizationId, now, minQuestions });
  for (const { id, projectId, domain, name, count, before } of rising) {
    const topic = await readTopic(store, { projectId, id });
    alerts.push({
      name: `gap:${id}:${Math.floor(now / (7 * dayMs))}`,
      type: 'alert.gap_rising',
      subject: `A growing number of questions in ${name}: ${topic.label}`,
      text: `${count} questions without a whole answer in 7 days, ${before} in the 7 days before.\n\n${topic.examples.map((text) => `- ${text}`).join('\n')}`,
      url: `${home}/${domain}/gaps/${id}`,
    });
  }
  return alerts;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
