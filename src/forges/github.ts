import { z } from 'zod';
import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import { fetchOnce } from './call-api.ts';
import { listChangedFiles } from './changed-files.ts';
import { ForgeFault } from '../git/forge-fault.ts';
import type { HeaderFields } from '../lib/retry-after.ts';
import { faultOfStatus, strange, unavailable } from './forge-fault.ts';
import type { Forge, NewPullRequest, PullRequest, PullRequestText } from './forge.ts';
import { checked } from './github-answer.ts';
import { readGithubChecks } from './github-checks.ts';
import { commitOnGithub } from './github-commit.ts';
import { answerGithubComment } from './github-comments.ts';
import { answerOnGithub } from './github-questions.ts';
import { requestEach } from './request-each.ts';
import { timeOf } from './time-of.ts';

export type GithubCredentials = { token: string } | { appId: string; privateKey: string };

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
const wholePullRequest = z.object({
  updated_at: z.string().nullish(),
  title: z.string(),
  body: z.string().nullish(),
  head: tip,
  base: tip,
  mergeable: z.boolean().nullish(),
});

/** As `fetchOnce`; a successful response that is not JSON does not come from the API. */
async function fetchJson(input: string | URL | Request, init: RequestInit): Promise<Response> {
  const response = await fetchOnce(input, init);
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && response.status !== 204 && !/json/i.test(type))
    throw strange('GitHub', new Error(`an answer of the type ${type}`));
  return response;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** GitHub with a token, or with an App's installation token, which is limited to this repository and these rights. */
export function openGithub(options: GithubOptions): Forge {
  const { url, repository, credentials } = options;
  const [owner = '', repo = ''] = repository.split('/');
  const at = { owner, repo };
  const settings = {
    baseUrl: apiUrl(url),
    userAgent: 'docent',
    log: silent,
    request: { fetch: fetchJson },
  };
  let minted: Promise<string> | undefined;
  const token = () =>
    (minted ??=
      'token' in credentials ? Promise.resolve(credentials.token) : mint(credentials, settings, at));

  async function call<T>(run: (octokit: Octokit) => Promise<T>): Promise<T> {
    try {
      return await run(new Octokit({ ...settings, auth: await token() }));
    } catch (error) {
      minted = undefined;
      throw faultOf(error, repository);
    }
  }

  async function findPullRequest(branch: string): Promise<PullRequest | null> {
    const { data } = await call((octokit) =>
      octokit.pulls.list({ ...at, head: `${owner}:${branch}`, state: 'all' }),
    );
    // A fork may have the same owner.
    const found = checked(z.array(openPull), data).filter((each) => branchOf(each) !== null);
    const best = found.find(({ state }) => state === 'open') ?? found[0];
    return best === undefined ? null : pullRequestOf(best);
  }

  async function create(request: NewPullRequest): Promise<PullRequest> {
    const { branch: head, base, title, body, draft } = request;
    const { data } = await call((octokit) => octokit.pulls.create({ ...at, head, base, title, body, draft }));
    return pullRequestOf(data);
  }

  return {
    name: 'GitHub',
    repository,
    async inspect() {
      const { data } = await call((octokit) => octokit.repos.get(at));
      return {
        defaultBranch: checked(z.object({ default_branch: z.string() }), data).default_branch,
        canWrite: 'appId' in credentials || (data.permissions?.push ?? false),
      };
    },
    async access() {
      const secret = await call(() => token());
      return { url: `${url}/${repository}.git`, authorization: `Basic ${btoa(`x-access-token:${secret}`)}` };
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
      const { data } = await call((octokit) =>
        octokit.pulls.update({ ...at, pull_number: Number(id), title, body }),
      );
      const updated = pullRequestOf(data);
      if (updated.draft !== text.draft) await call((octokit) => setDraft(octokit, data.node_id, text));
      return { ...updated, draft: text.draft };
    },
    async readPullRequest(id) {
      const { data } = await call((octokit) => octokit.pulls.get({ ...at, pull_number: Number(id) }));
      const { title, body, head, base, mergeable, updated_at } = checked(wholePullRequest, data);
      const hasConflicts = mergeable == null ? null : !mergeable;
      return {
        ...pullRequestOf(data),
        title,
        body: body ?? '',
        head: head.sha,
        baseHead: base.sha,
        hasConflicts,
        updatedAt: timeOf(updated_at),
      };
    },
    async listOpen() {
      const { data } = await call((octokit) => octokit.pulls.list({ ...at, state: 'open', per_page: 50 }));
      return checked(z.array(openPull), data).map(({ number, html_url, head, base }) => {
        return {
          id: String(number),
          url: html_url,
          branch: branchOf({ head, base }),
        };
      });
    },
    changedFiles(id) {
      return listChangedFiles(100, async (page) => {
        const wanted = { ...at, pull_number: Number(id), per_page: 100, page };
        const { data } = await call((octokit) => octokit.pulls.listFiles(wanted));
        return checked(z.array(changedFile), data).map((each) => [each.filename, each.previous_filename]);
      });
    },
    async closePullRequest(id) {
      await call((octokit) => octokit.pulls.update({ ...at, pull_number: Number(id), state: 'closed' }));
    },
    asksOwners: true,
    async requestReview(id, { labels, reviewers }) {
      const number = Number(id);
      const label = (name: string) =>
        call((octokit) => octokit.issues.addLabels({ ...at, issue_number: number, labels: [name] }));
      const ask = (name: string) =>
        call((octokit) => octokit.pulls.requestReviewers({ ...at, pull_number: number, ...reviewer(name) }));
      return [...(await requestEach(labels, label)), ...(await requestEach(reviewers, ask))];
    },
    commitOnBranch: (request) => call((octokit) => commitOnGithub(octokit, at, request)),
    readChecks: (commit) => readGithubChecks(call, at, commit),
    answerComment: (id, answer) => call((octokit) => answerGithubComment(octokit, at, id, answer)),
    answerQuestion: (question, answer) => call((octokit) => answerOnGithub(octokit, at, question, answer)),
    async ownLogin() {
      if ('token' in credentials) {
        const { data } = await call((octokit) => octokit.users.getAuthenticated());
        return checked(z.object({ login: z.string() }), data).login;
      }
      const app = new Octokit({ ...settings, authStrategy: createAppAuth, auth: credentials });
      const { data } = await call(() => app.apps.getAuthenticated());
      return `${checked(z.object({ slug: z.string() }), data).slug}[bot]`;
    },
    mayPush: (username) => call((octokit) => mayPush(octokit, { ...at, username })),
  };
}

// https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
async function mayPush(
  octokit: Octokit,
  who: { owner: string; repo: string; username: string },
): Promise<boolean> {
  try {
    const { data } = await octokit.repos.getCollaboratorPermissionLevel(who);
    return ['admin', 'write'].includes(data.permission);
  } catch (error) {
    if ((error as { status?: unknown }).status === 404) return false;
    throw error;
  }
}

/** A person, or a team as `organization/team`. */
function reviewer(name: string): { reviewers: string[] } | { team_reviewers: string[] } {
  const [person = '', team] = name.replace(/^@/, '').split('/');
  return team === undefined ? { reviewers: [person] } : { team_reviewers: [team] };
}

function apiUrl(url: string): string {
  return url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`;
}

async function mint(
  credentials: { appId: string; privateKey: string },
  settings: { baseUrl: string; log: typeof silent; request: object },
  at: { owner: string; repo: string },
): Promise<string> {
  const app = new Octokit({ ...settings, authStrategy: createAppAuth, auth: credentials });
  await signIn(app);
  const { data: installation } = await app.apps.getRepoInstallation(at);
  const ask = (permissions: Record<string, string>) =>
    app.apps.createInstallationAccessToken({
      installation_id: checked(z.object({ id: z.number() }), installation).id,
      repositories: [at.repo],
      permissions,
    });
  // 422: the App was not given these rights when it was installed.
  const isLacking = (error: unknown) => (error as { status?: unknown }).status === 422;
  const askForLess = (rights: Record<string, string>) => (error: unknown) => {
    if (!isLacking(error)) throw error;
    return ask(rights);
  };
  const { data } = await ask({ ...neededRights, ...usefulRights, discussions: 'write' })
    .catch(askForLess({ ...neededRights, ...usefulRights }))
    .catch(askForLess(neededRights))
    .catch((error: unknown) => {
      throw isLacking(error) ? appRefused(lacksRights, error) : error;
    });
  return checked(z.object({ token: z.string() }), data).token;
}

const neededRights = { contents: 'write', pull_requests: 'write', metadata: 'read' };
/** Rights to read why checks fail, and to set labels. */
const usefulRights = { checks: 'read', statuses: 'read', actions: 'read', issues: 'write' };

const lacksRights =
  'The GitHub App may not write here. Give it the permissions "Contents" and "Pull requests", read and write.';
const badKey =
  'DOCENT_GITHUB_APP_KEY is not a private key. Set it to the whole PEM file that GitHub gave for the App.';

const appRefused = (message: string, cause: unknown) => new ForgeFault('forge_access_denied', message, cause);

/** Signs with the App's key without a request, so a failure here means a bad key. */
async function signIn(app: Octokit): Promise<void> {
  await app.auth({ type: 'app' }).catch((error: unknown) => {
    throw appRefused(badKey, error);
  });
}

// REST cannot change the draft state of a pull request: https://github.com/orgs/community/discussions/45174
async function setDraft(octokit: Octokit, id: string, { draft }: PullRequestText): Promise<void> {
  const mutation = draft ? 'convertPullRequestToDraft' : 'markPullRequestReadyForReview';
  const changed = await octokit.graphql(
    `mutation ($id: ID!) { ${mutation}(input: {pullRequestId: $id}) { clientMutationId } }`,
    { id },
  );
  checked(z.object({ [mutation]: z.looseObject({}) }), changed);
}

function pullRequestOf(data: unknown): PullRequest {
  const found = checked(foundPullRequest, data);
  const closed = found.merged_at == null ? 'closed' : 'merged';
  const state = found.state === 'open' ? 'open' : closed;
  return { id: String(found.number), url: found.html_url, state, draft: found.draft ?? false };
}

function faultOf(error: unknown, repository: string): ForgeFault {
  if (error instanceof ForgeFault) return error;
  const { cause } = error as { cause?: unknown };
  if (cause instanceof ForgeFault) return cause;
  const { status, response } = error as { status?: unknown; response?: { headers: HeaderFields } };
  return typeof status === 'number'
    ? faultOfStatus('GitHub', repository, { status, headers: response?.headers ?? {} }, error)
    : unavailable('GitHub', error);
}

function isUnprocessable(error: unknown): boolean {
  return error instanceof ForgeFault && (error.cause as { status?: number } | undefined)?.status === 422;
}
