import {
  addComment,
  type ApiDialect,
  createPull,
  type ForgeServer,
  listedPulls,
  ownLogin,
  pageOf,
  type ServedPull,
} from './served-forge.ts';

/** Gitea's and Forgejo's REST API v1 in the shapes of https://docs.gitea.com/api/ */
export const giteaDialect: ApiDialect = async ({ method, path, query, headers, body }, forge, tokens) => {
  const right = tokens[headers.authorization?.replace(/^token /, '') ?? ''];
  if (right === undefined) return { status: 401, body: { message: 'token is required' } };
  if (path === '/api/v1/user') return { status: 200, body: { id: 1, login: ownLogin } };
  const repository = `/api/v1/repos/${forge.repository}`;
  if (!path.startsWith(repository) || forge.renamed) return { status: 404, body: { message: 'Not Found' } };
  if (path === repository) {
    const permissions = { admin: false, push: right === 'write', pull: true };
    return {
      status: 200,
      body: { id: 1, full_name: forge.repository, empty: false, default_branch: 'main', permissions },
    };
  }
  const rest = path.slice(repository.length);
  const number = rest.split('/')[2];
  const pull = forge.pulls.find((each) => String(each.number) === number);
  if (rest.endsWith('/status')) return { status: 200, body: statusOf(forge, number!, query) };
  if (rest.startsWith('/collaborators/')) {
    const permission = forge.strangers.includes(rest.split('/')[2]!) ? 'read' : 'write';
    return { status: 200, body: { permission, role_name: permission } };
  }
  if (method === 'GET' && rest.endsWith('/comments')) {
    const all = pull!.threads.flatMap(({ comments }) => comments);
    return { status: 200, body: all.map(({ id, body }) => ({ id, body })) };
  }
  if (method === 'GET' && rest.endsWith('/files'))
    return { status: 200, body: pageOf(query, pull!.files).map((filename) => ({ filename })) };
  if (method === 'GET' && rest === '/pulls') {
    const isAsked = ({ state }: ServedPull) => query.get('state') === 'all' || state === 'open';
    const found = listedPulls(forge).filter(isAsked);
    return { status: 200, body: pageOf(query, found).map((pull) => shown(forge, pull)) };
  }
  if (method === 'GET' && pull !== undefined && rest.split('/').length === 3)
    return { status: 200, body: shown(forge, pull) };
  if (method === 'GET') {
    const [base, branch] = path.split('/pulls/')[1]!.split('/').map(decodeURIComponent);
    const isIt = (pull: ServedPull) => pull.branch === branch && pull.base === base && !pull.isOfFork;
    const found = listedPulls(forge).find(isIt);
    return found
      ? { status: 200, body: shown(forge, found) }
      : { status: 404, body: { message: 'Not Found' } };
  }
  if (right !== 'write') return { status: 403, body: { message: 'Forbidden' } };
  if (method === 'POST' && !rest.endsWith('/pulls')) {
    const names: string[] = [
      ...(body.labels ?? []),
      ...(body.reviewers ?? []),
      ...(body.team_reviewers ?? []),
    ];
    if (names.some((name) => [...forge.unknownNames, ...forge.strangers].includes(name)))
      return { status: 422, body: { message: 'unknown' } };
    if (rest.endsWith('/comments')) {
      return { status: 201, body: { id: addComment(pull!, body.body, false, ownLogin) } };
    }
    pull![rest.endsWith('/labels') ? 'labels' : 'reviewers'].push(...names);
    return { status: 201, body: [] };
  }
  if (body.state === 'closed') {
    pull!.state = 'closed';
    return { status: 201, body: shown(forge, pull!) };
  }
  const wording = {
    title: body.title.replace(/^WIP: /, ''),
    body: body.body,
    draft: body.title.startsWith('WIP: '),
  };
  if (method === 'POST') {
    const made = createPull(forge, { branch: body.head, base: body.base, ...wording });
    return made
      ? { status: 201, body: shown(forge, made) }
      : { status: 409, body: { message: 'pull request already exists for these targets' } };
  }
  return { status: 201, body: shown(forge, Object.assign(pull!, wording)) };
};

function statusOf(forge: ForgeServer, commit: string, query: URLSearchParams): object {
  const words = { passed: 'success', failed: 'failure', pending: 'pending' };
  const statuses = forge.checks(commit).map(({ name, outcome, log }) => {
    return { context: name, status: words[outcome], description: log, target_url: '' };
  });
  return { state: statuses[0]?.status ?? '', statuses: pageOf(query, statuses) };
}

function shown(forge: ForgeServer, pull: ServedPull) {
  return {
    id: 1000 + pull.number,
    number: pull.number,
    title: pull.draft ? `WIP: ${pull.title}` : pull.title,
    body: pull.body,
    state: pull.state === 'open' ? 'open' : 'closed',
    merged: pull.state === 'merged',
    draft: pull.draft,
    html_url: `${forge.url}/${forge.repository}/pulls/${pull.number}`,
    updated_at: pull.updatedAt,
    mergeable: !forge.conflicts,
    head: {
      label: pull.branch,
      // The branch of a merged one is gone.
      ref: pull.state === 'merged' ? `refs/pull/${pull.number}/head` : pull.branch,
      sha: forge.headOf(pull.branch),
      repo_id: pull.isOfFork ? 2 : 1,
    },
    base: { ref: pull.base, sha: forge.headOf(pull.base), repo_id: 1 },
  };
}
