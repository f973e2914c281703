import {
  type ApiDialect,
  createPull,
  type ForgeServer,
  listedPulls,
  type ServedPull,
} from './served-forge.ts';

/** Gitea's and Forgejo's REST API v1 in the shapes of https://docs.gitea.com/api/ */
export const giteaDialect: ApiDialect = async ({ method, path, headers, body }, forge, tokens) => {
  const right = tokens[headers.authorization?.replace(/^token /, '') ?? ''];
  if (right === undefined) return { status: 401, body: { message: 'token is required' } };
  const repository = `/api/v1/repos/${forge.repository}`;
  if (!path.startsWith(repository) || forge.renamed) return { status: 404, body: { message: 'Not Found' } };
  if (path === repository) {
    const permissions = { admin: false, push: right === 'write', pull: true };
    return {
      status: 200,
      body: { id: 1, full_name: forge.repository, empty: false, default_branch: 'main', permissions },
    };
  }
  if (method === 'GET') {
    const [base, branch] = path.split('/pulls/')[1]!.split('/').map(decodeURIComponent);
    const found = listedPulls(forge).find((pull) => pull.branch === branch && pull.base === base);
    return found
      ? { status: 200, body: shown(forge, found) }
      : { status: 404, body: { message: 'Not Found' } };
  }
  if (right !== 'write') return { status: 403, body: { message: 'Forbidden' } };
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
  const pull = forge.pulls.find(({ number }) => String(number) === path.split('/').at(-1))!;
  return { status: 201, body: shown(forge, Object.assign(pull, wording)) };
};

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
    head: { ref: pull.branch },
    base: { ref: pull.base },
  };
}
