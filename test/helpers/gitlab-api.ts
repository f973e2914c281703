import {
  type ApiDialect,
  createPull,
  type ForgeServer,
  listedPulls,
  type ServedPull,
} from './served-forge.ts';

/** GitLab's REST API v4 in the shapes of https://docs.gitlab.com/api/merge_requests/ and /api/projects/ */
export const gitlabDialect: ApiDialect = async ({ method, path, query, headers, body }, forge, tokens) => {
  const right = tokens[String(headers['private-token'])];
  if (right === undefined) return { status: 401, body: { message: '401 Unauthorized' } };
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
  const pull = forge.pulls.find(({ number }) => String(number) === path.split('/').at(-1))!;
  return { status: 200, body: shown(forge, Object.assign(pull, wording)) };
};

function shown(forge: ForgeServer, pull: ServedPull) {
  return {
    id: 1000 + pull.number,
    iid: pull.number,
    project_id: 1,
    title: pull.draft ? `Draft: ${pull.title}` : pull.title,
    description: pull.body,
    state: pull.state === 'open' ? 'opened' : pull.state,
    source_branch: pull.branch,
    target_branch: pull.base,
    draft: pull.draft,
    web_url: `${forge.url}/${forge.repository}/-/merge_requests/${pull.number}`,
  };
}
