import {
  addComment,
  type ApiAnswer,
  type ApiDialect,
  createPull,
  type ForgeServer,
  listedPulls,
  ownLogin,
  pageOf,
  reply,
  type ServedPull,
  type ServedThread,
} from './served-forge.ts';

/** GitLab's REST API v4 in the shapes of https://docs.gitlab.com/api/merge_requests/ and /api/projects/ */
export const gitlabDialect: ApiDialect = async ({ method, path, query, headers, body }, forge, tokens) => {
  const right = tokens[String(headers['private-token'])];
  if (right === undefined) return { status: 401, body: { message: '401 Unauthorized' } };
  if (path === '/api/v4/user') return { status: 200, body: { id: ownId, username: ownLogin } };
  if (path === '/api/v4/users') {
    const name = query.get('username') ?? '';
    return {
      status: 200,
      body: forge.unknownNames.includes(name) ? [] : [{ id: idOf(name), username: name }],
    };
  }
  const project = `/api/v4/projects/${encodeURIComponent(forge.repository)}`;
  if (!path.startsWith(project) || forge.renamed)
    return { status: 404, body: { message: '404 Project Not Found' } };
  if (path === project) {
    const level = right === 'write' ? 30 : 20;
    return {
      status: 200,
      body: {
        id: 1,
        path_with_namespace: forge.repository,
        default_branch: 'main',
        permissions: { project_access: { access_level: level }, group_access: null },
      },
    };
  }
  const rest = path.slice(project.length);
  if (rest.startsWith('/members/all/')) {
    const id = Number(rest.split('/')[3]);
    if (id === ownId) {
      const isDeveloper = right === 'write' || forge.invitesGroup;
      return { status: 200, body: { id, access_level: isDeveloper ? 30 : 20 } };
    }
    return forge.strangers.includes(nameOf(id))
      ? { status: 404, body: { message: '404 Not found' } }
      : { status: 200, body: { id, access_level: 30 } };
  }
  const pull = forge.pulls.find(({ number }) => String(number) === rest.split('/')[2]);
  if (rest.includes('/discussions')) return discussionsAnswer(method, rest, query, body, pull!);
  if (method === 'GET' && /\/(?:pipelines|jobs)/.test(rest)) return pipelinesAnswer(rest, query, forge);
  if (method === 'GET' && rest.endsWith('/diffs'))
    return {
      status: 200,
      body: pageOf(query, pull!.files).map((path) => ({ old_path: path, new_path: path })),
    };
  if (method === 'GET' && query.get('state') === 'opened') {
    const open = forge.pulls.filter(({ state }) => state === 'open');
    return { status: 200, body: open.map((pull) => shown(forge, pull)) };
  }
  if (method === 'GET' && pull !== undefined) return { status: 200, body: shown(forge, pull) };
  if (method === 'GET') {
    const found = listedPulls(forge).filter(({ branch }) => branch === query.get('source_branch'));
    return { status: 200, body: found.map((pull) => shown(forge, pull)) };
  }
  if (right !== 'write') return { status: 403, body: { message: '403 Forbidden' } };
  const wording = body.title && {
    title: body.title.replace(/^Draft: /, ''),
    body: body.description,
    draft: body.title.startsWith('Draft: '),
  };
  if (method === 'POST') {
    const made = createPull(forge, { branch: body.source_branch, base: body.target_branch, ...wording });
    if (made === null)
      return {
        status: 409,
        body: { message: ['Another open merge request already exists for this source branch'] },
      };
    return { status: 201, body: shown(forge, made) };
  }
  if (body.state_event === 'close') pull!.state = 'closed';
  if (body.add_labels) pull!.labels.push(...body.add_labels.split(','));
  if (body.reviewer_ids) {
    const names: string[] = body.reviewer_ids.map(nameOf);
    if (names.some((name) => forge.strangers.includes(name)))
      return { status: 400, body: { message: { reviewers: ['is invalid'] } } };
    pull!.reviewers = names;
  }
  return { status: 200, body: shown(forge, Object.assign(pull!, wording)) };
};

const ids = new Map<string, number>();
const ownId = 999;
const idOf = (name: string) => ids.get(name) ?? ids.set(name, ids.size + 1).get(name)!;
const nameOf = (id: number) => [...ids].find(([, known]) => known === id)![0];

/** https://docs.gitlab.com/api/pipelines/ and /api/jobs/ ; the pipeline of a commit has its number as id. */
const commits: string[] = [];

function pipelinesAnswer(path: string, query: URLSearchParams, forge: ForgeServer): ApiAnswer {
  const [, what, id] = path.split('/');
  if (what === 'jobs') return { status: 200, body: forge.checks(commits.at(-1)!)[Number(id) - 1]?.log ?? '' };
  if (id === undefined) {
    const sha = query.get('sha')!;
    commits.push(sha);
    const outcomes = forge.checks(sha).map(({ outcome }) => outcome);
    if (outcomes.length === 0) return { status: 200, body: [] };
    const status = outcomes.includes('pending')
      ? 'running'
      : outcomes.includes('failed')
        ? 'failed'
        : 'success';
    return { status: 200, body: [{ id: commits.length, sha, status, web_url: 'x' }] };
  }
  const failed = forge
    .checks(commits[Number(id) - 1]!)
    .map(({ name, outcome }, nth) => ({ id: nth + 1, name, outcome, web_url: `${forge.url}/jobs/${nth}` }))
    .filter(({ outcome }) => outcome === 'failed');
  return { status: 200, body: pageOf(query, failed) };
}

/** https://docs.gitlab.com/api/discussions/#merge-requests */
function discussionsAnswer(
  method: string,
  path: string,
  query: URLSearchParams,
  body: any,
  pull: ServedPull,
): ApiAnswer {
  const thread = pull.threads.find(({ id }) => id === path.split('/')[4]);
  const note = ({ isInline, isResolved }: ServedThread, { id, body }: { id: number; body: string }) => {
    return { id, body, resolvable: isInline, resolved: isResolved };
  };
  if (thread === undefined && method === 'POST')
    return { status: 201, body: { id: addComment(pull, body.body, false, ownLogin) } };
  if (thread === undefined)
    return {
      status: 200,
      body: pageOf(query, pull.threads).map((each) => ({
        id: each.id,
        notes: each.comments.map((comment) => note(each, comment)),
      })),
    };
  if (method === 'POST') return { status: 201, body: { id: reply(thread, body.body) } };
  thread.isResolved = body.resolved;
  return { status: 200, body: { id: thread.id } };
}

function shown(forge: ForgeServer, pull: ServedPull) {
  return {
    id: 1000 + pull.number,
    iid: pull.number,
    project_id: 1,
    title: pull.draft ? `Draft: ${pull.title}` : pull.title,
    description: pull.body,
    state: pull.state === 'open' ? 'opened' : pull.state,
    source_branch: pull.branch,
    source_project_id: pull.isOfFork ? 2 : 1,
    target_project_id: 1,
    target_branch: pull.base,
    draft: pull.draft,
    sha: forge.headOf(pull.branch),
    diff_refs: { start_sha: forge.headOf(pull.base) },
    updated_at: pull.updatedAt,
    has_conflicts: forge.conflicts,
    detailed_merge_status: forge.conflicts ? 'conflict' : 'mergeable',
    web_url: `${forge.url}/${forge.repository}/-/merge_requests/${pull.number}`,
  };
}
