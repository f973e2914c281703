import { z } from 'zod';
import { type Api, callApi } from './call-api.ts';
import { allPages } from './all-pages.ts';
import { listChangedFiles } from './changed-files.ts';
import { unavailable } from './forge-fault.ts';
import type { Checks, CommentAnswer, Forge, PullRequest, PullRequestText } from './forge.ts';
import { requestEach } from './request-each.ts';
import { timeOf } from './time-of.ts';

type GiteaOptions = {
  /** The address of the Gitea or Forgejo server. */
  url: string;
  /** `owner/name`. */
  repository: string;
  token: string;
};

const repositoryShape = z.object({
  default_branch: z.string(),
  empty: z.boolean(),
  permissions: z.object({ push: z.boolean() }).nullish(),
});
const pull = z.object({
  number: z.number(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean(),
  draft: z.boolean().nullish(),
});
const details = pull.extend({
  title: z.string(),
  body: z.string().nullish(),
  head: z.object({ sha: z.string() }),
  base: z.object({ sha: z.string().nullish() }),
  mergeable: z.boolean().nullish(),
  updated_at: z.string().nullish(),
});
const listedPull = pull.extend({
  // Old servers give null for a branch that is gone, newer ones `refs/pull/1/head` as the ref of one.
  head: z.object({ label: z.string().nullish(), ref: z.string(), repo_id: z.number() }).nullish(),
  base: z.object({ repo_id: z.number() }).nullish(),
});
const changedFile = z.object({ filename: z.string(), previous_filename: z.string().nullish() });
const statuses = z.object({
  state: z.string(),
  statuses: z
    .array(
      z.object({
        context: z.string(),
        status: z.string(),
        description: z.string().nullish(),
        target_url: z.string().nullish(),
      }),
    )
    .nullish(),
});
const anything = z.unknown();
/** A server may make pages smaller than asked for, so only an empty one is the last. */
const smallestPage = 1;

/** https://docs.gitea.com/api/ ; Forgejo keeps the same paths. */
export function openGitea(options: GiteaOptions): Forge {
  const { url, repository, token } = options;
  const api: Api = {
    forge: 'Gitea',
    repository,
    url: `${url}/api/v1`,
    headers: { authorization: `token ${token}` },
  };
  const path = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;

  async function findPullRequest(branch: string, base: string): Promise<PullRequest | null> {
    const ends = `${encodeURIComponent(base)}/${encodeURIComponent(branch)}`;
    const found = await callApi(api, { path: `${path}/pulls/${ends}`, answer: pull, none: [404] });
    if (found?.state === 'open') return pullRequestOf(found);
    // A person may have given it another base, and lists have no filter by head branch.
    const newest = `${path}/pulls?state=all&sort=recentupdate&limit=50`;
    const listed = (await callApi(api, { path: newest, answer: z.array(listedPull) })) ?? [];
    const isOurs = (each: z.infer<typeof listedPull>) =>
      branchOf(each) === branch || (each.state === 'closed' && branchOf(each, 'label') === branch);
    const ours = listed.filter(isOurs);
    const best = ours.find(({ state }) => state === 'open') ?? found ?? ours[0];
    return best === undefined ? null : pullRequestOf(best);
  }

  async function send(method: 'POST' | 'PATCH', path: string, body: object, none: number[] = []) {
    const answered = await callApi(api, { method, path, body, answer: pull, none });
    return answered === null ? null : pullRequestOf(answered);
  }

  return {
    name: 'Gitea',
    repository,
    async inspect() {
      const found = (await callApi(api, { path, answer: repositoryShape }))!;
      return {
        defaultBranch: found.empty ? '' : found.default_branch,
        canWrite: found.permissions?.push ?? false,
      };
    },
    async access() {
      return { url: `${url}/${repository}.git`, authorization: `Basic ${btoa(`${token}:x-oauth-basic`)}` };
    },
    findPullRequest,
    async openPullRequest({ branch, base, ...text }) {
      const existing = await findPullRequest(branch, base);
      if (existing?.state === 'open') return existing;
      const opened =
        (await send('POST', `${path}/pulls`, { head: branch, base, ...wording(text) }, [409, 422])) ??
        (await findPullRequest(branch, base));
      if (opened === null) throw unavailable('Gitea', new Error('409 without a pull request'));
      return opened;
    },
    async updatePullRequest(id, text) {
      return (await send('PATCH', `${path}/pulls/${id}`, wording(text)))!;
    },
    async readPullRequest(id) {
      const found = (await callApi(api, { path: `${path}/pulls/${id}`, answer: details }))!;
      return {
        ...pullRequestOf(found),
        title: found.title.replace(/^(?:WIP:|\[WIP\])\s*/i, ''),
        body: found.body ?? '',
        head: found.head.sha,
        baseHead: found.base.sha ?? '',
        hasConflicts: found.mergeable == null ? null : !found.mergeable,
        updatedAt: timeOf(found.updated_at),
      };
    },
    async listOpen() {
      const found = await callApi(api, {
        path: `${path}/pulls?state=open&limit=50`,
        answer: z.array(listedPull),
      });
      return (found ?? []).map((each) => {
        return { id: String(each.number), url: each.html_url, branch: branchOf(each) };
      });
    },
    changedFiles(id) {
      return listChangedFiles(smallestPage, async (page) => {
        const files = `${path}/pulls/${id}/files?limit=50&page=${page}`;
        const found = await callApi(api, { path: files, answer: z.array(changedFile) });
        return (found ?? []).map(({ filename, previous_filename }) => [filename, previous_filename]);
      });
    },
    async closePullRequest(id) {
      await send('PATCH', `${path}/pulls/${id}`, { state: 'closed' });
    },
    asksOwners: true,
    async requestReview(id, { labels, reviewers }) {
      const post = (path: string, body: object) =>
        callApi(api, { method: 'POST', path, body, answer: anything });
      const label = (name: string) => post(`${path}/issues/${id}/labels`, { labels: [name] });
      const ask = (name: string) => post(`${path}/pulls/${id}/requested_reviewers`, reviewer(name));
      return [...(await requestEach(labels, label)), ...(await requestEach(reviewers, ask))];
    },
    readChecks: (commit) => readChecks(api, path, commit),
    answerComment: (id, answer) => answerComment(api, `${path}/issues/${id}/comments`, answer),
    async ownLogin() {
      const user = await callApi(api, { path: '/user', answer: z.object({ login: z.string() }) });
      return user?.login ?? null;
    },
    // Only administrators of the repository may read this.
    async mayPush(login) {
      const found = await callApi(api, {
        path: `${path}/collaborators/${encodeURIComponent(login)}/permission`,
        answer: z.object({ permission: z.string() }),
        none: [403, 404],
      });
      return ['owner', 'admin', 'write'].includes(found?.permission ?? '');
    },
  };
}

function reviewer(name: string): object {
  const [person = '', team] = name.replace(/^@/, '').split('/');
  return team === undefined ? { reviewers: [person] } : { team_reviewers: [team] };
}

/** Gitea provides the results of checks, not their logs. */
async function readChecks(api: Api, path: string, commit: string): Promise<Checks> {
  let isHidden = false;
  const { items: all } = await allPages(smallestPage, async (page) => {
    const status = `${path}/commits/${commit}/status?limit=50&page=${page}`;
    const found = await callApi(api, { path: status, answer: statuses, none: [403, 404] });
    isHidden ||= found === null;
    return found?.statuses;
  });
  if (isHidden) return { state: 'unknown', failed: [] };
  if (all.length === 0) return { state: 'none', failed: [] };
  const failed = all.filter(({ status }) => status === 'failure' || status === 'error');
  if (all.some(({ status }) => status === 'pending')) return { state: 'pending', failed: [] };
  return {
    state: failed.length > 0 ? 'failed' : 'passed',
    failed: failed.map(({ context, target_url, description }) => {
      return { name: context, url: target_url || null, readLog: async () => description ?? '' };
    }),
  };
}

/** Its API cannot reply in threads or resolve them, so the reply is a comment on the pull request. */
async function answerComment(api: Api, path: string, { text, marker }: CommentAnswer): Promise<void> {
  const comments = z.array(z.object({ body: z.string() }));
  const found = await callApi(api, { path, answer: comments });
  if (found?.some(({ body }) => body.includes(marker)) === true) return;
  await callApi(api, { method: 'POST', path, body: { body: text }, answer: z.object({ id: z.number() }) });
}

// A title prefix marks a draft in Gitea.
const wording = (text: PullRequestText) => ({
  title: text.draft ? `WIP: ${text.title}` : text.title,
  body: text.body,
});

/** Null for one of a fork. */
const branchOf = ({ head, base }: z.infer<typeof listedPull>, by: 'ref' | 'label' = 'ref') =>
  head && head.repo_id === base?.repo_id ? (head[by] ?? null) : null;

function pullRequestOf(found: z.infer<typeof pull>): PullRequest {
  const state = found.merged ? 'merged' : found.state;
  return { id: String(found.number), url: found.html_url, state, draft: found.draft ?? false };
}
