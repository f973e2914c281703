import { z } from 'zod';
import type { AskedAtForge } from './asked-events.ts';
import { type CodeEvent, readCodeEvent, readGitlabEvent } from './code-events.ts';

/** An event of a repository. */
export type ForgeEvent =
  | {
      kind: 'push';
      branch: string;
      /** Whether it is the default branch; null when the forge does not tell. */ isDefault: boolean | null;
      /** URLs of the repository. */
      repositories: string[];
    }
  | { kind: 'branch-deleted'; branch: string; repositories: string[] }
  | { kind: 'code'; event: CodeEvent }
  | { kind: 'asked'; event: AskedAtForge }
  | { kind: 'ping' }
  /** An event that does not affect deployments, such as a tag. */
  | { kind: 'other'; name: string };

/** An authenticated delivery. */
export type Delivery = { forge: string; id: string; event: ForgeEvent };

const branchRef = 'refs/heads/';
const noCommit = /^0+$/;

const address = z.string().max(2_000).nullish();
const repository = z.object({
  default_branch: z.string().max(1_000).optional(),
  html_url: address,
  ssh_url: address,
  web_url: address,
  git_ssh_url: address,
});
const pushBody = z.object({
  ref: z.string().max(1_000),
  after: z.string().max(100).optional(),
  /** GitHub and Gitea call the field `repository`, GitLab `project`. */
  repository: repository.optional(),
  project: repository.optional(),
});
const deletedBody = z.object({
  ref: z.string().max(1_000),
  ref_type: z.string(),
  repository: repository.optional(),
});

function addressesOf(found: z.infer<typeof repository> | undefined): string[] {
  const { html_url, ssh_url, web_url, git_ssh_url } = found ?? {};
  return [html_url, ssh_url, web_url, git_ssh_url].filter((each) => typeof each === 'string');
}

/** Push events of GitHub, GitLab and Gitea: the full ref, and a zero commit when the branch was deleted. */
export function readPush(body: unknown): ForgeEvent {
  const push = pushBody.safeParse(body);
  if (!push.success || !push.data.ref.startsWith(branchRef)) return { kind: 'other', name: 'push' };
  const { ref, after, ...where } = push.data;
  const branch = ref.slice(branchRef.length);
  const repositories = addressesOf(where.project ?? where.repository);
  if (after !== undefined && noCommit.test(after)) return { kind: 'branch-deleted', branch, repositories };
  const main = where.project?.default_branch ?? where.repository?.default_branch;
  return { kind: 'push', branch, isDefault: main === undefined ? null : branch === main, repositories };
}

/** The `delete` event of GitHub and Gitea, which names the branch without `refs/heads/`. */
export function readDeletion(body: unknown): ForgeEvent {
  const deleted = deletedBody.safeParse(body);
  if (!deleted.success || deleted.data.ref_type !== 'branch') return { kind: 'other', name: 'delete' };
  const { ref: branch, repository: where } = deleted.data;
  return { kind: 'branch-deleted', branch, repositories: addressesOf(where) };
}

/** Other events of any forge, which may start a job. */
export function readOther(forge: 'GitLab' | 'like GitHub', name: string, body: unknown): ForgeEvent {
  const event = forge === 'GitLab' ? readGitlabEvent(name, body) : readCodeEvent(name, body);
  return event === null ? { kind: 'other', name } : { kind: 'code', event };
}
