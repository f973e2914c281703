import { z } from 'zod';
import { type Api, callApi, callForText } from './call-api.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import { allPages } from './all-pages.ts';
import { listChangedFiles } from './changed-files.ts';
import { unavailable } from './forge-fault.ts';
import type { Checks, CommentAnswer, Forge, PullRequest, PullRequestText } from './forge.ts';
import { endOfBody, logEnd } from './log-end.ts';
import { requestEach } from './request-each.ts';
import { timeOf } from './time-of.ts';

type GitlabOptions = {
  /** `https://gitlab.com`, or the URL of a self-hosted GitLab. */
  url: string;
  /** `group/project`, subgroups included. */
  repository: string;
  token: string;
};

const developer = 30;
const access = z.object({ access_level: z.number() }).nullish();
const project = z.object({
  id: z.number(),
  default_branch: z.string().nullish(),
  permissions: z.object({ project_access: access, group_access: access }).nullish(),
});
const mergeRequest = z.object({
  iid: z.number(),
  web_url: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean(),
  /** Null when the fork is gone. */
  source_project_id: z.number().nullish(),
  target_project_id: z.number(),
});
const details = mergeRequest.extend({
  title: z.string(),
  description: z.string().nullish(),
  sha: z.string(),
  diff_refs: z.object({ start_sha: z.string().nullish() }).nullish(),
  has_conflicts: z.boolean().nullish(),
  detailed_merge_status: z.string().nullish(),
  updated_at: z.string().nullish(),
});
const openRequest = mergeRequest.extend({ source_branch: z.string() });
const changedFile = z.object({ old_path: z.string(), new_path: z.string() });
const pipeline = z.object({ id: z.number(), status: z.string() });
const failedJob = z.object({
  id: z.number(),
  name: z.string(),
  web_url: z.string(),
  allow_failure: z.boolean().nullish(),
});
const discussion = z.object({
  id: z.string(),
  notes: z.array(
    z.object({
      id: z.number(),
      body: z.string(),
      resolvable: z.boolean().nullish(),
      resolved: z.boolean().nullish(),
    }),
  ),
});
const created = z.object({ id: z.union([z.number(), z.string()]) });
const anything = z.unknown();

/** https://docs.gitlab.com/api/merge_requests/ */
export function openGitlab(options: GitlabOptions): Forge {
  const { url, repository, token } = options;
  const api: Api = { forge: 'GitLab', repository, url: `${url}/api/v4`, headers: { 'private-token': token } };
  const path = `/projects/${encodeURIComponent(repository)}`;

  async function findPullRequest(branch: string): Promise<PullRequest | null> {
    const query = new URLSearchParams({
      source_branch: branch,
      state: 'all',
      order_by: 'created_at',
      sort: 'desc',
      per_page: '100',
    });
    const found = await callApi(api, {
      path: `${path}/merge_requests?${query}`,
      answer: z.array(mergeRequest),
    });
    // `source_branch` is that of a fork, too.
    const ours = (found ?? []).filter((each) => !isOfFork(each));
    const best = ours.find(({ state }) => state === 'opened') ?? ours[0];
    return best === undefined ? null : pullRequestOf(best);
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object, none: number[] = []) {
    const answered = await callApi(api, { method, path, body, answer: mergeRequest, none });
    return answered === null ? null : pullRequestOf(answered);
  }

  async function isDeveloper(id: number | null): Promise<boolean> {
    if (id === null) return false;
    const member = { path: `${path}/members/all/${id}`, answer: access, none: [403, 404] };
    return ((await callApi(api, member))?.access_level ?? 0) >= developer;
  }

  return {
    name: 'GitLab',
    repository,
    async inspect() {
      const found = await callApi(api, { path, answer: project });
      const rights = found?.permissions;
      const level = Math.max(
        rights?.project_access?.access_level ?? 0,
        rights?.group_access?.access_level ?? 0,
      );
      // Rights by a group that was invited stand in the list of members only.
      const canWrite = level >= developer || (await isDeveloper(await ownId(api)));
      return { defaultBranch: found?.default_branch ?? '', canWrite };
    },
    async access() {
      return { url: `${url}/${repository}.git`, authorization: `Basic ${btoa(`oauth2:${token}`)}` };
    },
    findPullRequest,
    async openPullRequest({ branch, base, ...text }) {
      const existing = await findPullRequest(branch);
      if (existing?.state === 'open') return existing;
      const body = {
        source_branch: branch,
        target_branch: base,
        remove_source_branch: true,
        ...wording(text),
      };
      const opened =
        (await send('POST', `${path}/merge_requests`, body, [409])) ?? (await findPullRequest(branch));
      if (opened === null) throw unavailable('GitLab', new Error('409 without a merge request'));
      return opened;
    },
    async updatePullRequest(id, text) {
      return (await send('PUT', `${path}/merge_requests/${id}`, wording(text)))!;
    },
    async readPullRequest(id) {
      const found = (await callApi(api, { path: `${path}/merge_requests/${id}`, answer: details }))!;
      const isChecked = !['checking', 'unchecked', 'preparing'].includes(found.detailed_merge_status ?? '');
      return {
        ...pullRequestOf(found),
        title: found.title.replace(/^(?:draft:|\[draft\]|\(draft\))\s*/i, ''),
        body: found.description ?? '',
        head: found.sha,
        baseHead: found.diff_refs?.start_sha ?? '',
        hasConflicts: found.has_conflicts === true || (isChecked ? false : null),
        updatedAt: timeOf(found.updated_at),
      };
    },
    async listOpen() {
      const query = new URLSearchParams({ state: 'opened', per_page: '50' });
      const found = await callApi(api, {
        path: `${path}/merge_requests?${query}`,
        answer: z.array(openRequest),
      });
      return (found ?? []).map((each) => {
        const branch = isOfFork(each) ? null : each.source_branch;
        return { id: String(each.iid), url: each.web_url, branch };
      });
    },
    changedFiles(id) {
      return listChangedFiles(100, async (page) => {
        const diffs = `${path}/merge_requests/${id}/diffs?per_page=100&page=${page}`;
        const found = await callApi(api, { path: diffs, answer: z.array(changedFile) });
        return (found ?? []).map(({ old_path, new_path }) => [new_path, old_path]);
      });
    },
    async closePullRequest(id) {
      await send('PUT', `${path}/merge_requests/${id}`, { state_event: 'close' });
    },
    // Approval rules name owners, but do not request their reviews.
    asksOwners: false,
    async requestReview(id, { labels, reviewers }) {
      const change = (body: object) =>
        callApi(api, { method: 'PUT', path: `${path}/merge_requests/${id}`, body, answer: anything });
      const ids: number[] = [];
      const refused = await requestEach(reviewers, async (name) => {
        const id = await idOf(api, name.replace(/^@/, ''));
        if (id === null) throw new ForgeFault('repository_not_found', `GitLab knows nobody named ${name}.`);
        // The list is replaced as a whole, and GitLab refuses it when one person may not review.
        await change({ reviewer_ids: [...ids, id] });
        ids.push(id);
      });
      const label = (name: string) => change({ add_labels: name });
      return [...(await requestEach(labels, label)), ...refused];
    },
    readChecks: (commit) => readChecks(api, path, commit),
    answerComment: (id, answer) => answerComment(api, `${path}/merge_requests/${id}/discussions`, answer),
    async ownLogin() {
      const user = await callApi(api, { path: '/user', answer: z.object({ username: z.string() }) });
      return user?.username ?? null;
    },
    mayPush: async (login) => isDeveloper(await idOf(api, login)),
  };
}

/** Null for a token without a person or the right to read it. */
async function ownId(api: Api): Promise<number | null> {
  const user = { path: '/user', answer: z.object({ id: z.number() }), none: [401, 403, 404] };
  return (await callApi(api, user))?.id ?? null;
}

async function idOf(api: Api, username: string): Promise<number | null> {
  const path = `/users?${new URLSearchParams({ username })}`;
  const found = await callApi(api, { path, answer: z.array(z.object({ id: z.number() })) });
  return found?.[0]?.id ?? null;
}

/** The newest pipeline of a commit. https://docs.gitlab.com/api/pipelines/ */
async function readChecks(api: Api, path: string, commit: string): Promise<Checks> {
  const hidden = [403, 404];
  const query = new URLSearchParams({ sha: commit, per_page: '1' });
  const pipelines = await callApi(api, {
    path: `${path}/pipelines?${query}`,
    answer: z.array(pipeline),
    none: hidden,
  });
  if (pipelines === null) return { state: 'unknown', failed: [] };
  const [newest] = pipelines;
  if (newest === undefined) return { state: 'none', failed: [] };
  if (newest.status !== 'failed') {
    const isOver = ['success', 'skipped', 'canceled', 'manual'].includes(newest.status);
    return { state: isOver ? 'passed' : 'pending', failed: [] };
  }
  const scope = new URLSearchParams([
    ['scope[]', 'failed'],
    ['per_page', '100'],
  ]);
  const { items: jobs } = await allPages(100, (page) =>
    callApi(api, {
      path: `${path}/pipelines/${newest.id}/jobs?${scope}&page=${page}`,
      answer: z.array(failedJob),
    }),
  );
  const readLog = async (id: number) =>
    logEnd((await callForText(api, { path: `${path}/jobs/${id}/trace`, none: hidden }, endOfBody)) ?? '');
  const failed = jobs
    .filter((job) => job.allow_failure !== true)
    .map(({ id, name, web_url: url }) => ({ name, url, readLog: () => readLog(id) }));
  return { state: 'failed', failed };
}

/** https://docs.gitlab.com/api/discussions/#merge-requests */
async function answerComment(
  api: Api,
  path: string,
  { comment, text, marker, resolve }: CommentAnswer,
): Promise<void> {
  if (comment === null) return addNote(api, path, text, marker);
  const found = await findDiscussion(api, path, ({ id }) => String(id) === comment);
  if (found === null) return;
  if (!found.notes.some(({ body }) => body.includes(marker))) {
    const request = { method: 'POST' as const, body: { body: text }, answer: created };
    await callApi(api, { ...request, path: `${path}/${found.id}/notes` });
  }
  const isOpen = found.notes.some(({ resolvable, resolved }) => resolvable === true && resolved !== true);
  if (!resolve || !isOpen) return;
  await callApi(api, {
    method: 'PUT',
    path: `${path}/${found.id}`,
    body: { resolved: true },
    answer: anything,
  });
}

/** Starts a new discussion. */
async function addNote(api: Api, path: string, body: string, marker: string): Promise<void> {
  if ((await findDiscussion(api, path, (note) => note.body.includes(marker))) !== null) return;
  await callApi(api, { method: 'POST', path, body: { body }, answer: created });
}

const maxPages = 10;

type Note = z.infer<typeof discussion>['notes'][number];

async function findDiscussion(api: Api, path: string, isWanted: (note: Note) => boolean) {
  for (let page = 1; page <= maxPages; page++) {
    const found = await callApi(api, {
      path: `${path}?per_page=100&page=${page}`,
      answer: z.array(discussion),
    });
    const wanted = found?.find(({ notes }) => notes.some(isWanted));
    if (wanted !== undefined) return wanted;
    if ((found?.length ?? 0) < 100) break;
  }
  return null;
}

// A title prefix marks a draft in GitLab; there is no writable field.
const wording = (text: PullRequestText) => ({
  title: text.draft ? `Draft: ${text.title}` : text.title,
  description: text.body,
});

const isOfFork = (found: z.infer<typeof mergeRequest>) => found.source_project_id !== found.target_project_id;

function pullRequestOf(found: z.infer<typeof mergeRequest>): PullRequest {
  const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;
  return { id: String(found.iid), url: found.web_url, state: states[found.state], draft: found.draft };
}
