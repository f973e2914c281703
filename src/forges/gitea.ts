import { z } from 'zod';
import { type Api, callApi } from './call-api.ts';
import { unavailable } from './forge-fault.ts';
import type { Forge, PullRequest, PullRequestText } from './forge.ts';

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
    return found === null ? null : pullRequestOf(found);
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
  };
}

// Gitea takes the draft state from the title's prefix.
const wording = (text: PullRequestText) => ({
  title: text.draft ? `WIP: ${text.title}` : text.title,
  body: text.body,
});

function pullRequestOf(found: z.infer<typeof pull>): PullRequest {
  const state = found.merged ? 'merged' : found.state;
  return { id: String(found.number), url: found.html_url, state, draft: found.draft ?? false };
}
