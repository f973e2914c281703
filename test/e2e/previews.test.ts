import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createKey } from '../../src/accounts/manage-keys.ts';
import { ensureDefaultOrganization } from '../../src/accounts/manage-organizations.ts';
import { createProject } from '../../src/accounts/manage-projects.ts';
import { git } from '../../src/git/git.ts';
import { pollProjects } from '../../src/deployments/poll-projects.ts';
import { hasChanges } from '../../src/deployments/has-changes.ts';
import { matches } from '../../src/deployments/deploy-preview.ts';
import { extendPreview } from '../../src/store/previews.ts';
import { findProjectById, type Project } from '../../src/store/projects.ts';
import { listSearches } from '../helpers/list-searches.ts';
import { ask as askAssistant, turnOf } from '../helpers/ask.ts';
import { ask, ended, found, githubPush, update } from '../helpers/deployments.ts';
import { eventually } from '../helpers/eventually.ts';
import { startGitServer } from '../helpers/git-server.ts';
import { signedInAs } from '../helpers/people.ts';
import { commitFiles, temporaryFolder } from '../helpers/repository.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** `other`: the id of the project that every test server has. */
type Scene = TestServer & {
  origin: string;
  secret: string;
  project: Project;
  previewKey: string;
  other: string;
};

const page = (word: string) => `# Harbour\n\nThe harbour is guarded by a ${word}.\n`;

/** A server whose project comes from a repository on a real git server, with a webhook. */
async function scene(t: TestContext): Promise<Scene> {
  const folder = await temporaryFolder(t);
  const origin = join(folder, 'docs.git');
  await commitFiles(origin, { 'index.md': page('kraken'), 'other.md': '# Other\n\nNothing.\n' });
  const forge = await startGitServer(folder, { 'tok-read': 'read' });
  const settings = { DOCENT_GIT_CREDENTIALS: JSON.stringify({ [forge.url]: 'tok-read' }) };
  const server = await startServer({ settings });
  t.after(async () => {
    await server.close();
    await forge.close();
  });
  const organization = await ensureDefaultOrganization(server.app.store);
  const project = await createProject(server.app.store, {
    organizationId: organization.id,
    name: 'Port',
    domain: 'port',
    sources: [{ kind: 'git', url: `${forge.url}/docs.git`, trusted: true }],
  });
  const key = { kind: 'assistant', projectId: project.id, name: 'port' } as const;
  const { secret: assistantKey } = await createKey(server.app.store, organization, key);
  const { secret: previewKey } = await createKey(server.app.store, organization, { ...key, previews: true });
  const own = {
    ...server,
    projectId: project.id,
    domain: 'port',
    assistantKey,
    previewKey,
    other: server.projectId,
  };
  assert.equal((await update(own)).status, 'success');
  const { body } = await ask(own, 'POST', `/manage/v1/projects/${project.id}/webhook`);
  return { ...own, project, origin, secret: body.secret };
}

async function pushAndWait(server: Scene, push: Record<string, unknown>) {
  const response = await githubPush(server, server.secret, { delivery: Math.random(), ...push });
  const body = (await response.json()) as { action: string; statusId: string | null };
  if (body.statusId !== null) assert.equal((await ended(server, body.statusId)).status, 'success');
  return body.action;
}

/** With the key that opens previews. */
const opening = (server: Scene) => ({ ...server, assistantKey: server.previewKey });

const previewsOf = async (server: Scene) =>
  (await ask(server, 'GET', `/manage/v1/projects/${server.projectId}/previews`)).body.items;

test('a push to the branch of the docs is live, at the commit that was pushed', async (t) => {
  const server = await scene(t);
  const commit = await commitFiles(server.origin, { 'index.md': page('squid') });
  assert.equal(await pushAndWait(server, {}), 'deploy');
  assert.deepEqual(await found(server, 'squid'), ['']);
  const list = await ask(server, 'GET', `/manage/v1/projects/${server.projectId}/deployments`);
  const { commit: shown } = list.body.items[0];
  assert.deepEqual([shown.sha, shown.ref, shown.filesChanged.modified], [commit, 'main', ['index.md']]);
});

test('another branch answers at a domain of its own, with the project’s preview keys, and is mixed into nothing', async (t) => {
  const server = await scene(t);
  await commitFiles(server.origin, { 'index.md': page('kraken') }, 'feature/New_Guide');
  await commitFiles(server.origin, { 'index.md': page('walrus') }, 'feature/New_Guide');
  const path = `/manage/v1/projects/${server.projectId}/previews`;
  const made = await ask(server, 'POST', path, { branch: 'feature/New_Guide' });
  assert.equal(made.status, 202);
  assert.equal(made.body.domain, 'port--feature-new-guide');
  assert.equal((await ended(server, made.body.statusId)).status, 'success');
  const guessed = { ...server, domain: made.body.domain, projectId: made.body.id };
  await assert.rejects(found(guessed, 'walrus'), /not_found/, 'a public key opens no preview');
  const preview = { ...guessed, assistantKey: server.previewKey };
  assert.deepEqual(await found(preview, 'walrus'), ['']);
  assert.deepEqual(await found({ ...guessed, assistantKey: server.adminKey }, 'walrus'), ['']);
  assert.deepEqual(await found(server, 'walrus'), []);
  assert.deepEqual(await found(server, 'kraken'), ['']);

  const asked = await askAssistant(preview, 'What guards the harbour?');
  assert.match(asked.text, /walrus/);
  assert.equal((await turnOf(preview, asked)).threadId, asked.threadId);
  const { store } = server.app;
  const searched = await listSearches(store, { projectId: server.projectId, limit: 50 });
  assert.deepEqual(new Set(searched.map(({ query }) => query)), new Set(['walrus', 'kraken']));
  const own = await ask(server, 'GET', `/v1/analytics/${server.projectId}/assistant`);
  assert.deepEqual(own.body.conversations, []);
  const usage = await ask(server, 'GET', '/manage/v1/organizations/default/usage');
  assert.match(
    JSON.stringify(usage.body),
    /"used":1\b|"answers":1\b/,
    'its answers count for the organization',
  );
  const projects = await ask(server, 'GET', '/manage/v1/organizations/default/projects');
  assert.ok(projects.body.items.every(({ domain }: { domain: string }) => !domain.includes('--')));
  const stranger = await fetch(`${server.url}/discovery/v1/search/${preview.domain}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(await otherKey(server)).secret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: 'x' }),
  });
  assert.equal(stranger.status, 404, 'the key of another project');

  assert.equal((await ask(server, 'DELETE', `${path}/${preview.projectId}`)).status, 204);
  await assert.rejects(found(preview, 'walrus'), /not_found/);
  assert.deepEqual(await found(server, 'kraken'), ['']);
});

async function otherKey({ app, project }: Scene) {
  const { organizationId } = project;
  const sources = [{ kind: 'folder', path: '/nowhere' } as const];
  const other = await createProject(app.store, { organizationId, name: 'Other', sources });
  return createKey(
    app.store,
    { id: organizationId, plan: {} },
    { kind: 'assistant', projectId: other.id, name: 'x' },
  );
}

test('branches that the setting names get a preview when they are pushed, which goes when they do', async (t) => {
  const server = await scene(t);
  await ask(server, 'PATCH', `/manage/v1/projects/${server.projectId}`, {
    settings: { previewBranches: ['docs/*'] },
  });
  for (const branch of ['docs/one', 'other'])
    await commitFiles(server.origin, { 'index.md': page('seal') }, branch);
  assert.equal(await pushAndWait(server, { branch: 'other' }), 'none');
  assert.equal(await pushAndWait(server, { branch: 'docs/one' }), 'preview');
  assert.deepEqual(await found(opening(server), 'seal', 'port--docs-one'), ['']);
  await commitFiles(server.origin, { 'index.md': page('otter') }, 'docs/one');
  assert.equal(await pushAndWait(server, { branch: 'docs/one' }), 'preview');
  assert.deepEqual(await found(opening(server), 'otter', 'port--docs-one'), ['']);
  assert.equal((await previewsOf(server)).length, 1);
  assert.deepEqual(await found(server, 'kraken'), ['']);
  assert.equal(await pushAndWait(server, { branch: 'docs/one', after: '0'.repeat(40) }), 'preview_deleted');
  assert.deepEqual(await previewsOf(server), []);
});

test('a preview of a branch that is not there fails and says so, and docs without branches have none', async (t) => {
  const server = await scene(t);
  const made = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/previews`, {
    branch: 'nothing',
  });
  const failed = await ended(server, made.body.statusId);
  assert.equal(failed.status, 'failure');
  assert.match(failed.summary, /no branch or tag nothing/);
  const folder = (await ask(server, 'GET', '/manage/v1/organizations/default/projects')).body.items[0];
  const refused = await ask(server, 'POST', `/manage/v1/projects/${folder.id}/previews`, { branch: 'x' });
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_request']);
});

test('a branch of a pinned project is previewed: its preview is not pinned', async (t) => {
  const server = await scene(t);
  const path = `/manage/v1/projects/${server.projectId}`;
  await ask(server, 'PATCH', path, { settings: { pinned: true } });
  for (const word of ['seal', 'otter']) {
    await commitFiles(server.origin, { 'index.md': page(word) }, 'x');
    const { body } = await ask(server, 'POST', `${path}/previews`, { branch: 'x' });
    assert.equal((await ended(server, body.statusId)).status, 'success');
    assert.deepEqual(await found(opening(server), word, 'port--x'), ['']);
  }
  assert.deepEqual(await found(server, 'kraken'), ['']);
});

test('a deleted project leaves no index, none of its previews, and no clone on the disk', async (t) => {
  const server = await scene(t);
  await commitFiles(server.origin, { 'index.md': page('seal') }, 'x');
  const path = `/manage/v1/projects/${server.projectId}`;
  const { body } = await ask(server, 'POST', `${path}/previews`, { branch: 'x' });
  await ended(server, body.statusId);
  const { indexFolder, sources } = server.app;
  assert.equal((await readdir(indexFolder)).length, 3);
  // The other project's last reading is kept once its files are old enough to tell whether they change.
  const folders = async () => (await readdir(sources.sourceFolder)).filter((id) => id !== server.other);
  assert.deepEqual(await folders(), [server.projectId]);
  const owner = await signedInAs(server, server.project.organizationId, 'owner');
  assert.equal((await owner.send('DELETE', path)).status, 204);
  assert.equal((await readdir(indexFolder)).length, 1, 'that of the other project');
  assert.deepEqual(await folders(), []);
});

test('branches with the same letters have addresses of their own', async (t) => {
  const server = await scene(t);
  const domains = [];
  for (const branch of ['a/b', 'a-b', 'a/b']) {
    await commitFiles(server.origin, { 'index.md': page('seal') }, branch);
    const { body } = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/previews`, {
      branch,
    });
    await ended(server, body.statusId);
    domains.push(body.domain);
  }
  assert.equal(domains[0], 'port--a-b');
  assert.match(domains[1], /^port--a-b-[0-9a-f]{6}$/);
  assert.equal(domains[2], domains[0]);
});

test('a look at the remote tells what is new without fetching it, and what is gone', async (t) => {
  const server = await scene(t);
  const { app } = server;
  const projectOf = async (id: string) => (await findProjectById(app.store, id))!;
  const { store, indexFolder, travel, sources } = app;
  const deps = { store, indexFolder, travel, sources };
  assert.equal(await hasChanges(deps, await projectOf(server.projectId)), 'none');
  await commitFiles(server.origin, { 'index.md': page('squid') });
  assert.equal(await hasChanges(deps, await projectOf(server.projectId)), 'some');
  await commitFiles(server.origin, { 'index.md': page('seal') }, 'x');
  const { body } = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/previews`, {
    branch: 'x',
  });
  await ended(server, body.statusId);
  assert.equal(await hasChanges(deps, await projectOf(body.id)), 'none');
  await git(['update-ref', '-d', 'refs/heads/x'], { gitDir: server.origin });
  assert.equal(await hasChanges(deps, await projectOf(body.id)), 'gone');
});

test('a poll deploys what is new, once for all servers and not before it is due, and takes previews of gone branches away', async (t) => {
  const server = await scene(t);
  const poll = () => pollProjects(server.app, 15);
  const polled = async () => {
    const { body } = await ask(server, 'GET', `/manage/v1/projects/${server.projectId}/deployments`);
    return body.items.filter(({ cause }: { cause: string }) => cause === 'poll').length;
  };
  await commitFiles(server.origin, { 'index.md': page('seal') }, 'x');
  const { body } = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/previews`, {
    branch: 'x',
  });
  await ended(server, body.statusId);
  await commitFiles(server.origin, { 'index.md': page('squid') });
  await git(['update-ref', '-d', 'refs/heads/x'], { gitDir: server.origin });
  await poll();
  await eventually(
    () => found(server, 'squid'),
    (paths) => paths.length === 1,
  );
  assert.equal(await polled(), 1);
  assert.deepEqual(await previewsOf(server), []);
  await commitFiles(server.origin, { 'index.md': page('otter') });
  for (let nth = 0; nth < 3; nth++) await poll();
  assert.equal(await polled(), 1, 'a quarter of an hour is not over');
});

test('a preview whose time is over goes by itself', async (t) => {
  const server = await scene(t);
  await commitFiles(server.origin, { 'index.md': page('seal') }, 'x');
  const { body } = await ask(server, 'POST', `/manage/v1/projects/${server.projectId}/previews`, {
    branch: 'x',
  });
  await ended(server, body.statusId);
  await extendPreview(server.app.store, { projectId: server.projectId, branch: 'x' }, Date.now() - 1);
  await pollProjects(server.app, 0);
  assert.deepEqual(await previewsOf(server), []);
});

test('a pattern matches a whole branch, and * stands for anything', () => {
  const yes = [
    ['main', 'main'],
    ['*', ''],
    ['*', 'a/b'],
    ['docs/*', 'docs/a/b'],
    ['*-docs', 'a-docs'],
    ['a*b*c', 'a1b2c'],
    ['a*a', 'aa'],
  ];
  const no = [
    ['main', 'mains'],
    ['docs/*', 'doc/a'],
    ['*-docs', '-doc'],
    ['a*b*c', 'acb'],
    ['a*a', 'a'],
    ['a.c', 'abc'],
  ];
  for (const [pattern, branch] of yes) assert.ok(matches(pattern!, branch!), `${pattern} ${branch}`);
  for (const [pattern, branch] of no) assert.ok(!matches(pattern!, branch!), `${pattern} ${branch}`);
});
