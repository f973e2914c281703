import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  addComment,
  type ApiAnswer,
  type ApiDialect,
  type ApiRequest,
  createPull,
  type ForgeServer,
  listedPulls,
  ownLogin,
  pageOf,
  reply,
  type ServedPull,
  type ServedThread,
} from './served-forge.ts';
import { commitChanges } from '../../src/git/commit.ts';
import type { Tokens } from './git-server.ts';
import { checkAnswer, checkRequest, sampleAnswer, sampleSchema } from './openapi.ts';

/** The App that this server knows; set by the test that uses one. */
export const githubApp = {
  id: '7',
  publicKey: '',
  mints: [] as string[],
  /** Whether it was installed with fewer rights than a token is asked for. */
  lacksRights: false,
};

/** Makes a key for the App, as GitHub gives it out: PKCS#1 in PEM. */
export function newGithubApp(): { appId: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  githubApp.publicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  githubApp.mints = [];
  githubApp.lacksRights = false;
  return {
    appId: githubApp.id,
    privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  };
}

/**
 * GitHub's REST API as a GitHub Enterprise Server serves it (`/api/v3`). Every request and answer is held
 * against GitHub's own OpenAPI description.
 */
export const githubDialect: ApiDialect = async (request, forge, tokens) => {
  if (request.path === '/api/graphql') return graphql(request, forge);
  if (request.path.startsWith('/storage/'))
    return { status: 200, body: forge.checks(request.path.split('/')[2]!)[0]?.log ?? '' };
  const path = request.path.replace('/api/v3', '');
  checkRequest(forge.violations, { ...request, path });
  const answer = route({ ...request, path }, forge, tokens);
  checkAnswer(forge.violations, request.method, path, answer);
  return answer;
};

function route(request: ApiRequest, forge: ForgeServer, tokens: Tokens): ApiAnswer {
  const { method, path, body } = request;
  const repositoryPath = `/repos/${forge.repository}`;
  const sample = (status: number, values: object) => ({
    status,
    body: sampleAnswer(method, path, status, values),
  });
  if (path.endsWith('/installation')) {
    if (!isApp(request)) return problem(401, 'A JSON web token could not be decoded');
    return path === `${repositoryPath}/installation` ? sample(200, { id: 99 }) : problem(404, 'Not Found');
  }
  if (path === '/app/installations/99/access_tokens') {
    if (!isApp(request)) return problem(401, 'A JSON web token could not be decoded');
    if (githubApp.lacksRights)
      return problem(422, 'The permissions requested are not granted to this installation.');
    const token = `ghs_minted${githubApp.mints.length}`;
    githubApp.mints.push(JSON.stringify(body));
    tokens[token] = 'write';
    return sample(201, { token, expires_at: '2030-01-01T00:00:00Z' });
  }
  if (path === '/app') return isApp(request) ? sample(200, { slug: 'docent-bot' }) : problem(401, 'No App');
  const right = tokens[request.headers.authorization?.replace(/^(token|bearer) /i, '') ?? ''];
  if (right === undefined) return problem(401, 'Bad credentials');
  if (path === '/user') return sample(200, { login: ownLogin });
  if (!path.startsWith(repositoryPath)) return problem(404, 'Not Found');
  if (forge.renamed) {
    return {
      status: 301,
      body: { message: 'Moved Permanently', url: 'x', documentation_url: 'x' },
      headers: { location: `${forge.url}/api/v3/repositories/1` },
    };
  }
  if (path === repositoryPath) {
    return sample(200, {
      default_branch: 'main',
      permissions: { admin: false, pull: true, push: right === 'write' },
    });
  }
  const rest = path.slice(repositoryPath.length);
  const checked = checksAnswer(rest, request.query, forge, sample);
  if (checked !== null) return checked;
  if (rest.startsWith('/collaborators/')) {
    const permission = forge.strangers.includes(rest.split('/')[2]!) ? 'read' : 'write';
    return sample(200, { permission });
  }
  if (method === 'GET' && /^\/pulls\/\d+$/.test(rest)) {
    const pull = pullAt(forge, rest);
    const head = { ...(sampleAnswer(method, path, 200, {}) as any).head, sha: forge.headOf(pull.branch) };
    const base = { ...(sampleAnswer(method, path, 200, {}) as any).base, sha: forge.headOf(pull.base) };
    return sample(200, { ...fields(forge, pull), head, base, mergeable: !forge.conflicts });
  }
  if (method === 'GET' && rest.endsWith('/files')) {
    const [one] = sampleAnswer(method, path, 200, [{}]) as object[];
    const files = pageOf(request.query, pullAt(forge, rest).files);
    return { status: 200, body: files.map((filename) => ({ ...one, filename })) };
  }
  if (method === 'GET' && request.query.get('head') === null) {
    const open = forge.pulls.filter(({ state }) => state === 'open').toReversed();
    const found = pageOf(request.query, open);
    const [one] = sampleAnswer(method, path, 200, [{}]) as any[];
    const repoOf = ({ isOfFork }: Partial<ServedPull> = {}) => ({ ...one.base.repo, id: isOfFork ? 2 : 1 });
    const headOf = (pull: ServedPull) => ({
      head: { ...one.head, ref: pull.branch, repo: repoOf(pull) },
      base: { ...one.base, repo: repoOf() },
    });
    return { status: 200, body: found.map((pull) => ({ ...one, ...fields(forge, pull), ...headOf(pull) })) };
  }
  if (method === 'GET') {
    const branch = request.query.get('head')?.split(':')[1];
    const found = listedPulls(forge).filter((pull) => pull.branch === branch && !pull.isOfFork);
    return {
      status: 200,
      body: found.map((pull) => (sampleAnswer(method, path, 200, [fields(forge, pull)]) as unknown[])[0]),
    };
  }
  if (right !== 'write') return problem(403, 'Resource not accessible by integration');
  if (rest === '/git/refs') {
    setRef(forge, body.ref, body.sha);
    return sample(201, { ref: body.ref, object: { type: 'commit', sha: body.sha, url: 'x' } });
  }
  if (method === 'POST' && !path.endsWith('/pulls')) return talk(rest, body, forge, sample);
  if (method === 'POST') {
    if (forge.refuseDrafts && body.draft)
      return problem(422, 'Draft pull requests are not supported in this repository.');
    const made = createPull(forge, {
      branch: body.head,
      base: body.base,
      title: body.title,
      body: body.body,
      draft: body.draft,
    });
    return made === null ? problem(422, 'A pull request already exists') : sample(201, fields(forge, made));
  }
  const pull = forge.pulls.find(({ number }) => String(number) === path.split('/').at(-1))!;
  Object.assign(pull, body);
  return sample(200, fields(forge, pull));
}

type Sample = (status: number, values: object) => ApiAnswer;

const pullAt = (forge: ForgeServer, path: string) =>
  forge.pulls.find(({ number }) => String(number) === path.split('/')[2])!;

/** What checks say; those of GitHub Actions have their log at another address. */
function checksAnswer(
  path: string,
  query: URLSearchParams,
  forge: ForgeServer,
  sample: Sample,
): ApiAnswer | null {
  const [, , commit = '', what] = path.split('/');
  if (what === 'status') return sample(200, { state: 'pending', statuses: [] });
  if (path.startsWith('/actions/jobs/')) {
    const location = `${forge.url}/storage/${forge.pulls.map(({ branch }) => forge.headOf(branch))[0]}`;
    return { status: 302, body: '', headers: { location } };
  }
  if (what === 'annotations') {
    const place = { path: 'docs/install.md', start_line: 7, message: 'Bad word' };
    return { status: 200, body: [sampleSchema('check-annotation', place)] };
  }
  if (what !== 'check-runs') return null;
  const runs = forge.checks(commit).map(({ name, outcome }, nth) => {
    const isOver = outcome !== 'pending';
    const conclusion = outcome === 'passed' ? 'success' : isOver ? 'failure' : null;
    const noted = { annotations_count: outcome === 'failed' ? 1 : 0, annotations_url: 'x' };
    return sampleSchema('check-run', {
      id: nth + 1,
      name,
      status: isOver ? 'completed' : 'in_progress',
      conclusion,
      html_url: `${forge.url}/runs/${nth}`,
      output: { title: null, summary: null, text: null, ...noted },
      app: sampleSchema('integration', { slug: 'github-actions' }),
    });
  });
  return { status: 200, body: { total_count: runs.length, check_runs: pageOf(query, runs) } };
}

/** Labels, reviewers, comments and answers. */
function talk(path: string, body: any, forge: ForgeServer, sample: Sample): ApiAnswer {
  const pull = pullAt(forge, path);
  const names: string[] = [...(body.labels ?? []), ...(body.reviewers ?? []), ...(body.team_reviewers ?? [])];
  const mayNot = [...forge.unknownNames, ...forge.strangers];
  if (names.some((name) => mayNot.includes(name))) return problem(422, 'Validation Failed');
  if (path.endsWith('/labels')) {
    pull.labels.push(...names);
    return { status: 200, body: [] };
  }
  if (path.endsWith('/requested_reviewers')) {
    pull.reviewers.push(...names);
    return sample(201, {});
  }
  if (path.endsWith('/replies')) {
    const [, , , , comment] = path.split('/');
    const thread = pull.threads.find(({ comments }) => String(comments[0]!.id) === comment);
    return thread === undefined ? problem(404, 'Not Found') : sample(201, { id: reply(thread, body.body) });
  }
  return sample(201, { id: addComment(pull, body.body, false, ownLogin) });
}

function setRef({ gitDir }: ForgeServer, ref: string, commit: string): void {
  execFileSync('git', ['update-ref', ref, commit], { env: { ...process.env, GIT_DIR: gitDir } });
}

/** Makes the commit as GitHub does: with its own committer. */
async function commitOnBranch(forge: ForgeServer, { branch, expectedHeadOid, message, fileChanges }: any) {
  const name: string = branch.branchName;
  if (forge.headOf(name) !== expectedHeadOid)
    return { data: null, errors: [{ message: 'Expected branch to point to another commit' }] };
  const commit = await commitChanges(forge.gitDir, {
    parent: expectedHeadOid,
    changes: new Map([
      ...fileChanges.additions.map((file: any) => [file.path, Buffer.from(file.contents, 'base64')]),
      ...fileChanges.deletions.map((file: any) => [file.path, null]),
    ]),
    message: `${message.headline}\n\n${message.body}\n`,
    time: 1_800_000_000,
    author: { name: 'GitHub', email: 'noreply@github.com' },
  });
  setRef(forge, `refs/heads/${name}`, commit);
  return { data: { createCommitOnBranch: { commit: { oid: commit } } } };
}

async function graphql({ body }: ApiRequest, forge: ForgeServer): Promise<ApiAnswer> {
  if (body.query.includes('createCommitOnBranch'))
    return { status: 200, body: await commitOnBranch(forge, body.variables.input) };
  if (body.query.includes('reviewThreads')) return threadsOf(forge, body.variables.number);
  if (body.query.includes('resolveReviewThread')) {
    const thread = forge.pulls.flatMap(({ threads }) => threads).find(({ id }) => id === body.variables.id)!;
    thread.isResolved = true;
    return { status: 200, body: { data: { resolveReviewThread: { clientMutationId: null } } } };
  }
  const pull = forge.pulls.find(({ number }) => `PR_${number}` === body.variables.id)!;
  pull.draft = body.query.includes('convertPullRequestToDraft');
  const mutation = /\{ (\w+)\(/.exec(body.query)![1]!;
  return { status: 200, body: { data: { [mutation]: { clientMutationId: null } } } };
}

function threadsOf(forge: ForgeServer, number: number): ApiAnswer {
  const { threads } = forge.pulls.find((pull) => pull.number === number)!;
  const nodes = (thread: ServedThread) =>
    thread.comments.map(({ id, body }) => ({ fullDatabaseId: String(id), body }));
  const inline = threads.filter(({ isInline }) => isInline);
  const shown = inline.map((thread) => {
    return { id: thread.id, isResolved: thread.isResolved, comments: { nodes: nodes(thread) } };
  });
  const below = threads.filter(({ isInline }) => !isInline).flatMap(nodes);
  const pullRequest = { comments: { nodes: below }, reviewThreads: { nodes: shown } };
  return { status: 200, body: { data: { repository: { pullRequest } } } };
}

function fields(forge: ForgeServer, pull: ServedPull) {
  return {
    number: pull.number,
    node_id: `PR_${pull.number}`,
    html_url: `${forge.url}/${forge.repository}/pull/${pull.number}`,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged_at: pull.state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    draft: pull.draft,
    title: pull.title,
    body: pull.body,
    updated_at: pull.updatedAt,
  };
}

const problem = (status: number, message: string): ApiAnswer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', ...(status === 422 && { errors: [] }) },
});

function isApp({ headers }: ApiRequest): boolean {
  const [head = '', payload = '', signature = ''] =
    headers.authorization?.replace(/^bearer /i, '').split('.') ?? [];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as { iss?: unknown };
  const key = createPublicKey(githubApp.publicKey);
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  return signed && String(claims.iss) === githubApp.id;
}
