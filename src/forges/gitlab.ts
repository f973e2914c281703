import { z } from 'zod';
import { type Api, callApi } from './call-api.ts';
import { unavailable } from './forge-fault.ts';
import type { Forge, PullRequest, PullRequestText } from './forge.ts';

type GitlabOptions = {
  /** `https://gitlab.com`, or the address of one's own. */
  url: string;
  /** `group/project`, subgroups included. */
  repository: string;
  token: string;
};

const developer = 30;
const access = z.object({ access_level: z.number() }).nullish();
const project = z.object({
  default_branch: z.string().nullish(),
  permissions: z.object({ project_access: access, group_access: access }).nullish(),
});
const mergeRequest = z.object({
  iid: z.number(),
  web_url: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  draft: z.boolean(),
});

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
    });
    const found = await callApi(api, {
      path: `${path}/merge_requests?${query}`,
      answer: z.array(mergeRequest),
    });
    const best = found?.find(({ state }) => state === 'opened') ?? found?.[0];
    return best === undefined ? null : pullRequestOf(best);
  }

  async function send(method: 'POST' | 'PUT', path: string, body: object, none: number[] = []) {
    const answered = await callApi(api, { method, path, body, answer: mergeRequest, none });
    return answered === null ? null : pullRequestOf(answered);
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
      return { defaultBranch: found?.default_branch ?? '', canWrite: level >= developer };
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
  };
}

// GitLab has no draft field to write: the title's prefix decides.
const wording = (text: PullRequestText) => ({
  title: text.draft ? `Draft: ${text.title}` : text.title,
  description: text.body,
});

function pullRequestOf(found: z.infer<typeof mergeRequest>): PullRequest {
  const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;
  return { id: String(found.iid), url: found.web_url, state: states[found.state], draft: found.draft };
}
