import type { AskedAtForge } from '../forges/webhooks/asked-events.ts';
import type { CodeEvent } from '../forges/webhooks/code-events.ts';
import type { ForgeEvent } from '../forges/webhooks/push-event.ts';
import { readWebhook } from '../forges/webhooks/read-webhook.ts';
import type { WebhookHeaders } from '../forges/webhooks/webhook-sender.ts';
import { DocentError } from '../errors.ts';
import { isSameRepository } from '../lib/same-repository.ts';
import { findProjectById, type Project } from '../store/projects.ts';
import { addDelivery, deleteDeliveriesBefore, hasDelivery } from '../store/webhooks.ts';
import { isPinned } from './pinned.ts';
import {
  deletePreview,
  deployPreview,
  findPreview,
  isPreviewed,
  type PreviewDeps,
} from './deploy-preview.ts';
import { requestDeployment } from './request-deployment.ts';
import { goodSecrets } from '../accounts/project-secret.ts';

type WebhookRequest = {
  headers: WebhookHeaders;
  /** The body as sent: the signature covers these bytes. */
  body: Uint8Array;
  /** Parses the body as JSON once its sender is verified. */
  parse(body: Uint8Array): unknown;
  /** The sender's address. */
  clientIp?: string | undefined;
};

/** What was done with a webhook. */
type WebhookResult = {
  project: Project;
  /** The sender, for the audit log. */
  forge: string;
  action: 'deploy' | 'preview' | 'preview_deleted' | 'none';
  statusId: string | null;
  /** One sentence for people who look at the delivery at the forge. */
  message: string;
};

/** Handles events other than pushes. Each returns one sentence for people who look at the delivery at the forge. */
type OnOther = {
  code(project: Project, event: CodeEvent): Promise<string>;
  asked(project: Project, event: AskedAtForge): Promise<string>;
};

const onlyPushes = async () => 'Only pushes to branches deploy.';

const rememberMs = 7 * 86_400_000;

/**
 * Handles a push: a push to the project's branch is deployed, one to a previewed branch updates its preview, others are
 * ignored. A repeated delivery is ignored, too.
 * @throws DocentError `invalid_signature`, the same for an unknown project, one without a secret and a wrong signature
 */
export async function receiveWebhook(
  deps: PreviewDeps,
  projectId: string,
  { headers, body, parse, clientIp }: WebhookRequest,
  on: OnOther = { code: onlyPushes, asked: onlyPushes },
): Promise<WebhookResult> {
  const { store } = deps;
  const secrets = await goodSecrets(store, 'webhook', projectId, clientIp);
  const delivery = readWebhook(headers, body, secrets, parse);
  const project = await findProjectById(store, projectId);
  if (delivery === null || project === undefined) {
    throw new DocentError(
      'invalid_signature',
      'The signature matches no webhook of this project. Check the webhook’s address and secret.',
    );
  }
  const receivedAt = await store.now();
  const received = { projectId, id: delivery.id, receivedAt };
  const isKnown = await hasDelivery(store, received);
  const result = isKnown
    ? nothing('This delivery came before.')
    : await act(deps, project, delivery.event, on);
  // Recorded only now: after a crash the forge can send it again, and a second deployment does no harm.
  if (!isKnown) await addDelivery(store, received);
  await deleteDeliveriesBefore(store, receivedAt - rememberMs);
  return { project, forge: delivery.forge, ...result };
}

type Result = Omit<WebhookResult, 'project' | 'forge'>;

async function act(deps: PreviewDeps, project: Project, event: ForgeEvent, on: OnOther): Promise<Result> {
  if (event.kind === 'ping') return nothing('The webhook works.');
  if (event.kind === 'code') return nothing(await on.code(project, event.event));
  if (event.kind === 'asked') return nothing(await on.asked(project, event.event));
  if (event.kind === 'other') return nothing('Only pushes to branches deploy.');
  const { branch } = event;
  if (isReadOnly(project, event.repositories))
    return nothing('Jobs read this repository; the docs do not come from it.');
  if (event.kind === 'branch-deleted') {
    const preview = await findPreview(deps.store, project, branch);
    if (preview === undefined) return nothing('There is no preview of this branch.');
    await deletePreview(deps, preview);
    return { action: 'preview_deleted', statusId: null, message: 'The preview of this branch is deleted.' };
  }
  if (isBranchOf(project, branch, event.isDefault)) {
    if (isPinned(project)) return nothing('The project is pinned to an earlier deployment.');
    const statusId = await requestDeployment(deps.store, project, { cause: 'push' });
    return { action: 'deploy', statusId, message: 'The docs are deployed.' };
  }
  if (!(await isPreviewed(deps.store, project, branch)))
    return nothing('The docs do not come from this branch.');
  const { statusId } = await deployPreview(deps, project, branch, 'push');
  return { action: 'preview', statusId, message: 'The preview of this branch is deployed.' };
}

function nothing(message: string): Result {
  return { action: 'none', statusId: null, message };
}

/** Whether jobs read a repository that is not a source: it may share the webhook of the docs' repository. */
function isReadOnly({ settings, sources }: Project, repositories: string[]): boolean {
  const isOne = (url: string) => repositories.some((address) => isSameRepository(address, url));
  const isSource = sources.some((source) => source.kind === 'git' && isOne(source.url));
  const isChanged = settings.repository !== undefined && isOne(settings.repository.url);
  return !isSource && !isChanged && (settings.codeRepositories ?? []).some(({ url }) => isOne(url));
}

const usualBranches = ['main', 'master'];

/** Whether a source of the project reads this branch. A source without a branch reads the repository's default one. */
function isBranchOf({ sources }: Project, branch: string, isDefault: boolean | null): boolean {
  const isMain = isDefault ?? usualBranches.includes(branch);
  const repositories = sources.filter((source) => source.kind === 'git');
  // A site or a folder may be built from the repository.
  if (repositories.length === 0) return isMain;
  return repositories.some(({ branch: own }) => (own === undefined ? isMain : own === branch));
}
