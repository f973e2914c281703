import { sign } from 'node:crypto';
import { z } from 'zod';
import { type Api, callApi } from './call-api.ts';
import { listChangedFiles } from './changed-files.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import type { Forge, NewPullRequest, PullRequest, PullRequestText } from './forge.ts';
import { callGraphql, type Github } from './github-call.ts';
import { readGithubChecks } from './github-checks.ts';
import { commitOnGithub } from './github-commit.ts';
import { answerGithubComment } from './github-comments.ts';
import { answerOnGithub } from './github-questions.ts';
import { requestEach } from './request-each.ts';
import { timeOf } from './time-of.ts';

type AppCredentials = { appId: string; privateKey: string };
export type GithubCredentials = { token: string } | AppCredentials;

type GithubOptions = {
  /** `https://github.com`, or the address of a GitHub Enterprise Server. */
  url: string;
  /** `owner/name`. */
  repository: string;
  credentials: GithubCredentials;
};

const foundPullRequest = z.object({
  number: z.number(),
  node_id: z.string(),
  html_url: z.url(),
  state: z.string(),
  merged_at: z.string().nullish(),
  draft: z.boolean().nullish(),
});

const wholeRepository = z.object({
  default_branch: z.string(),
  permissions: z.object({ push: z.boolean() }).nullish(),
});
const tip = z.object({ sha: z.string() });
const openPull = foundPullRequest.extend({
  // The repository is null when the fork is gone.
  head: z.object({ ref: z.string(), repo: z.object({ id: z.number() }).nullish() }),
  base: z.object({ repo: z.object({ id: z.number() }) }),
});
/** Null for a branch of a fork. */
const branchOf = ({ head, base }: Pick<z.infer<typeof openPull>, 'head' | 'base'>) =>
  head.repo?.id === base.repo.id ? head.ref : null;
const changedFile = z.object({ filename: z.string(), previous_filename: z.string().nullish() });
const wholePullRequest = foundPullRequest.extend({
  updated_at: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  head: tip,
  base: tip,
  mergeable: z.boolean().nullish(),
});

/** GitHub with a token, or with an App's installation token, which is limited to this repository and these rights. */
export function openGithub({ url, repository, credentials }: GithubOptions): Forge {
  const path = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;
  const urls =
    url === 'https://github.com'
      ? { rest: 'https://api.github.com', graphql: 'https://api.github.com' }
      : { rest: `${url}/api/v3`, graphql: `${url}/api` };
  const apiWith = (token: string): Api => {
    const headers = {
      accept: 'application/vnd.github+json',
      'user-agent': 'docent',
      authorization: `Bearer ${token}`,
    };
    return { forge: 'GitHub', repository, url: urls.rest, headers };
  };
  let minted: Promise<string> | undefined;
  const forget = (error: unknown): never => {
    minted = undefined;
    throw error;
  };
  const token = async () => {
    if ('token' in credentials) return credentials.token;
    minted ??= mint(apiWith, credentials, path);
    return minted.catch(forget);
  };
  const api = async () => apiWith(await token());
  const github: Github = {
    repository,
    path,
    api,
    call: async (request) => callApi(await api(), request).catch(forget),
    graphql: async (...asked) => callGraphql({ ...(await api()), url: urls.graphql }, ...asked).catch(forget),
  };
  const { call } = github;
  const pullPath = (id: string) => `${path}/pulls/${id}`;

  async function findPullRequest(branch: string): Promise<PullRequest | null> {
    const head = encodeURIComponent(`${repository.split('/')[0]}:${branch}`);
    const listed = await call({ path: `${path}/pulls?head=${head}&state=all`, answer: z.array(openPull) });
    // A fork may have the same owner.
    const found = listed!.filter((each) => branchOf(each) !== null);
    const best = found.find(({ state }) => state === 'open') ?? found[0];
    return best === undefined ? null : pullRequestOf(best);
  }

  async function create(request: NewPullRequest): Promise<PullRequest> {
    const { branch: head, base, title, body, draft } = request;
    const wanted = { head, base, title, body, draft };
    return pullRequestOf(
      (await call({ method: 'POST', path: `${path}/pulls`, body: wanted, answer: foundPullRequest }))!,
    );
  }

  const change = async (id: string, body: object) =>
    (await call({ method: 'PATCH', path: pullPath(id), body, answer: foundPullRequest }))!;

  return {
    name: 'GitHub',
    repository,
    async inspect() {
      const found = (await call({ path, answer: wholeRepository }))!;
      return {
        defaultBranch: found.default_branch,
        canWrite: 'appId' in credentials || (found.permissions?.push ?? false),
      };
    },
    async access() {
      const secret = btoa(`x-access-token:${await token()}`);
      return { url: `${url}/${repository}.git`, authorization: `Basic ${secret}` };
    },
    findPullRequest,
    async openPullRequest(request) {
      const existing = await findPullRequest(request.branch);
      if (existing?.state === 'open') return existing;
      try {
        return await create(request);
      } catch (error) {
        if (!isUnprocessable(error)) throw error;
        const adopted = await findPullRequest(request.branch);
        if (adopted?.state === 'open') return adopted;
        // Some plans have no drafts in private repositories.
        if (request.draft) return create({ ...request, draft: false });
        throw error;
      }
    },
    async updatePullRequest(id, text) {
      const { title, body } = text;
      const changed = await change(id, { title, body });
      const updated = pullRequestOf(changed);
      if (updated.draft !== text.draft) await setDraft(github, changed.node_id, text);
      return { ...updated, draft: text.draft };
    },
    async readPullRequest(id) {
      const found = (await call({ path: pullPath(id), answer: wholePullRequest }))!;
      const { title, body, head, base, mergeable, updated_at } = found;
      const hasConflicts = mergeable == null ? null : !mergeable;
      return {
        ...pullRequestOf(found),
        title,
        body: body ?? '',
        head: head.sha,
        baseHead: base.sha,
        hasConflicts,
        updatedAt: timeOf(updated_at),
      };
    },
    async listOpen() {
      const newest = `${path}/pulls?state=open&per_page=50`;
      return (await call({ path: newest, answer: z.array(openPull) }))!.map(
        ({ number, html_url, head, base }) => {
          return {
            id: String(number),
            url: html_url,
            branch: branchOf({ head, base }),
          };
        },
      );
    },
    changedFiles(id) {
      return listChangedFiles(100, async (page) => {
        const files = `${pullPath(id)}/files?per_page=100&page=${page}`;
        const found = (await call({ path: files, answer: z.array(changedFile) }))!;
        return found.map((each) => [each.filename, each.previous_filename]);
      });
    },
    async closePullRequest(id) {
      await change(id, { state: 'closed' });
    },
    asksOwners: true,
    async requestReview(id, { labels, reviewers }) {
      const post = (path: string, body: object) => call({ method: 'POST', path, body, answer: z.unknown() });
      const label = (name: string) => post(`${path}/issues/${id}/labels`, { labels: [name] });
      const ask = (name: string) => post(`${pullPath(id)}/requested_reviewers`, reviewer(name));
      return [...(await requestEach(labels, label)), ...(await requestEach(reviewers, ask))];
    },
    commitOnBranch: (request) => commitOnGithub(github, request),
    readChecks: (commit) => readGithubChecks(github, commit),
    answerComment: (id, answer) => answerGithubComment(github, id, answer),
    answerQuestion: (question, answer) => answerOnGithub(github, question, answer),
    async ownLogin() {
      if ('token' in credentials)
        return (await call({ path: '/user', answer: z.object({ login: z.string() }) }))!.login;
      const app = apiWith(signedBy(credentials));
      const { slug } = (await callApi(app, { path: '/app', answer: z.object({ slug: z.string() }) }))!;
      return `${slug}[bot]`;
    },
    // https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
    async mayPush(username) {
      const found = await call({
        path: `${path}/collaborators/${encodeURIComponent(username)}/permission`,
        answer: z.object({ permission: z.string() }),
        none: [404],
      });
      return ['admin', 'write'].includes(found?.permission ?? '');
    },
  };
}

/** A person, or a team as `organization/team`. */
function reviewer(name: string): { reviewers: string[] } | { team_reviewers: string[] } {
  const [person = '', team] = name.replace(/^@/, '').split('/');
  return team === undefined ? { reviewers: [person] } : { team_reviewers: [team] };
}

async function mint(
  apiWith: (token: string) => Api,
  credentials: AppCredentials,
  path: string,
): Promise<string> {
  const app = apiWith(signedBy(credentials));
  const found = await callApi(app, { path: `${path}/installation`, answer: z.object({ id: z.number() }) });
  const ask = async (permissions: Record<string, string>) => {
    const created = await callApi(app, {
      method: 'POST',
      path: `/app/installations/${found!.id}/access_tokens`,
      body: { repositories: [app.repository.split('/')[1]], permissions },
      answer: z.object({ token: z.string() }),
    });
    return created!.token;
  };
  // The App was not given these rights when it was installed.
  const askForLess = (rights: Record<string, string>) => (error: unknown) => {
    if (!isUnprocessable(error)) throw error;
    return ask(rights);
  };
  return ask({ ...neededRights, ...usefulRights, discussions: 'write' })
    .catch(askForLess({ ...neededRights, ...usefulRights }))
    .catch(askForLess(neededRights))
    .catch((error: unknown) => {
      throw isUnprocessable(error) ? appRefused(lacksRights, error) : error;
    });
}

const neededRights = { contents: 'write', pull_requests: 'write', metadata: 'read' };
/** Rights to read why checks fail, and to set labels. */
const usefulRights = { checks: 'read', statuses: 'read', actions: 'read', issues: 'write' };

const lacksRights =
  'The GitHub App may not write here. Give it the permissions "Contents" and "Pull requests", read and write.';
const badKey =
  'DOCENT_GITHUB_APP_KEY is not a private key. Set it to the whole PEM file that GitHub gave for the App.';

const appRefused = (message: string, cause: unknown) => new ForgeFault('forge_access_denied', message, cause);

/**
 * A token of the App itself. Its clock may be a minute ahead of GitHub's, and it lives for ten minutes at most.
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 * @throws ForgeFault for a bad key
 */
function signedBy({ appId, privateKey }: AppCredentials): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { iss: appId, iat: now - 60, exp: now + 540 },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  try {
    // In an environment file, a line break may be written as `\n`.
    const key = privateKey.replaceAll('\\n', '\n');
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  } catch (error) {
    throw appRefused(badKey, error);
  }
}

// REST cannot change the draft state of a pull request: https://github.com/orgs/community/discussions/45174
async function setDraft(github: Github, id: string, { draft }: PullRequestText): Promise<void> {
  const mutation = draft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  await github.graphql(
    `mutation ($id: ID!) { ${mutation}(input: {pullRequestId: $id}) { clientMutationId } }`,
    { id },
    z.object({ [mutation]: z.looseObject({}) }),
  );
}

function pullRequestOf(found: z.infer<typeof foundPullRequest>): PullRequest {
  const closed = found.merged_at == null ? 'closed' : 'merged';
  const state = found.state === 'open' ? 'open' : closed;
  return { id: String(found.number), url: found.html_url, state, draft: found.draft ?? false };
}

/** GitHub's 422: of the statuses with this code, it gives no other here. */
const isUnprocessable = (error: unknown) => error instanceof ForgeFault && error.code === 'push_rejected';
